"""Workers as `concurrent.futures` has them."""

import os
import time
from concurrent.futures import CancelledError, wait

import pytest

from irgo_app.errors import IrgoError, UsageError
from irgo_app.service.pool import WorkerPool

TIMEOUT_S = 60


def shared(whole: int, parts: int = 2) -> int:
    if parts == 0:
        raise UsageError("Nothing is shared by {count}.", count=parts)
    return whole // parts


def ends() -> None:
    os._exit(1)


def test_calls_are_answered_and_errors_raised() -> None:
    with WorkerPool(2) as pool:
        futures = [pool.submit(shared, whole, parts=3) for whole in range(30)]
        bad, bug = pool.submit(shared, 1, 0), pool.submit(shared, 1, parts="x")  # type: ignore[arg-type]
        assert len(set(pool.process_ids)) == 2
    assert [future.result() for future in futures] == [whole // 3 for whole in range(30)]
    with pytest.raises(IrgoError, match="Nothing is shared by 0"):
        bad.result()
    with pytest.raises(IrgoError, match="TypeError"):
        bug.result()


def test_a_call_that_ends_its_worker_fails_alone() -> None:
    with WorkerPool(2) as pool:
        deadly, others = pool.submit(ends), [pool.submit(shared, whole) for whole in range(8)]
        with pytest.raises(IrgoError, match="ended 3 times"):
            deadly.result(TIMEOUT_S)
    assert [future.result() for future in others] == [whole // 2 for whole in range(8)]


def test_a_pool_that_is_shut_calls_off_what_is_left() -> None:
    pool = WorkerPool(1)
    futures = [pool.submit(time.sleep, 60), pool.submit(shared, 1)]
    pool.shutdown(cancel_futures=True)
    assert not wait(futures, TIMEOUT_S).not_done
    for future in futures:
        with pytest.raises(CancelledError):
            future.result()
    with pytest.raises(RuntimeError):
        pool.submit(shared, 1)
