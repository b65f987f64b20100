"""Many games at once: each file's bytes become a record, over Dask's scheduler, kept in Parquet."""
