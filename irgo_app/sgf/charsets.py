"""Which charset a file without a true label is in: a guess with the chance that it is right.

Names are short, so there is nothing to count. Every candidate reads the same bytes, and each
character it makes of them gets a log-probability: common characters of the language far more than
what merely exists. The difference between the best reading and the next is how sure the best one
is. The common characters are collected by hand from surnames, given names, places and Go words,
each written once, where it came up first. A set is no statistics: what matters is only that a wrong
reading of the same bytes rarely hits it.
"""

import codecs
import math
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from irgo_app.sgf.values import kept

JAPANESE: Final = frozenset(
    "田中村山本藤井小林加佐木高橋伊渡辺吉松石原川野島崎上下大内前後東西南北森岡長谷坂池沢宮水清"
    "金子河福新安今杉増丸平和菅柴酒横三四五六七八九十一二千万百武竹桜柳梅楠桑栗桐榎萩荻荒近遠関"
    "秋春夏冬星月日光早服部羽趙張王柯蘇許結城治勲時依仁黄謝孔志名坊因秀芝誠哉策丈丞道察知得仙元"
    "門入悦伯朔琢算砂隆碩哲達立榮栄寿昌鈴橘片苑工瀬戸浦江口沼堀越尾熊倉笠置鶴亀牛馬鹿犬猪鷹鳥鴨"
    "鷲矢弓刀剣藪古根津屋桂樹植草花葉梨杏桃李麻稲米麦粟豆塩味裕太郎次朗雄夫男彦之介助輔司士史至"
    "正政雅昭明晃彰章祥翔将勝克薫香郁行幸孝考弘宏浩博広寛洋陽耀義良亮涼諒遼龍竜崇敬貴喬恭京恵慶"
    "圭啓景敏俊駿瞬淳純順準潤惇惣智友朋具倫徹鉄修周宗聡総壮創蒼颯輝暉紀規記起基機喜希季葵伸信真"
    "慎進晋人臣辰建健研賢憲顕弦玄源厳巌豪剛強毅威猛勇悠佑祐優由唯有合愛藍彩綾文奈那菜直尚央緒実"
    "美未海弥也耶夜代世予与余輿謙尋茜朱珠理里莉璃璋瑠留琉枝絵衣位維惟緯以比妃姫飛向妙芽萌望牧摩"
    "舞円苗茂模華佳嘉歌可果禾架霞霧雪咲沙紗左作昨蘭凛凜麟琳玲怜令礼麗蓮連廉錬路露呂浪辻畑畠泉滝"
    "沖湯浅深浜磯岸岩土地塚墓丘岳峰嶺峠嶋嵯峨瀧渕淵湊港洲州須栖住隅角棋聖戦段天座碁杯阿含女流級"
    "第期局回選決挑手番負目半先互白黒盤押投了間持切囲院支会全国権都府県市町区阪神札幌台青形茨栃"
    "群埼玉潟富岐阜静重滋賀兵庫取徳媛分児縄朝読売毎聞産経念際界韓湾通電農協旅館温荘室閣寺社学校"
    "教生徒事年曜午初終賞者氏様君殿師父母兄弟姉妹親孫供員主客老若少爪喆淑芬甲斐宇坪栩梯麒家彭筌"
    "鄭航仲邑菫旻波瑛歩奥覚芳英呉格泰紳臨吾篤力虎々溝翊祖潘善琪崔瀚羅洗久穂繭私僕彼思言見来出話"
    "書食飲買使待走寝始開閉弱悪的点線面姿勢厚薄軽遅速定布寄死活殺逃追攻守打込捨詰〆ヶ")
"""Kanji of Japanese names, events and comments on Go."""

SIMPLIFIED: Final = frozenset(
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏"
    "魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵"
    "万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘"
    "祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳阳上官司诸古力昊洁时越芈昱廷"
    "睿羊檀啸维杰耀烨星连笑党毅飞蕴若行尔豪浩鼎新轩嘉辜梓晨宇欣然梦邬光亚立尧鹤洋檄洗河峻世振卫"
    "平晓春斌大元小铸久芮乃伟东炜刚磊菁彦见虹弘华以祖德淞笙建流璇学明晖丰芸岩赫於之莹泓佳奕容慧"
    "芝丽娜莉婷玲燕萍红霞秀英芳芬敏静娟艳玉莲琴珍香云凤琳颖倩雯怡悦雅诗雨雪月强军勇涛超辉鹏鑫波"
    "凯健俊帆帅旭欢楠国志海永博天子泽民生福贵祥荣昌兴发达才富财宝银铁铜钢山川湖浪潮涌泉源清澈澄"
    "瀚渊南西北中下右前后内外多少长短低远近早晚旧老青绿黑紫灰秋冬风花一二三四五六七八九十百千亿"
    "年日分秒点第届次轮场局盘级品位名人赛杯战棋圣手围甲联决半预选挑循环升降争霸公开邀请团体个男"
    "女双混职业冠京津重庆广州深圳浙杭无锡济岛家汉沙都昆陕太原辽吉哈滨厦门徽合肥口蒙疆藏肃台湾港"
    "澳本朝鲜美洲界际电应氏农心士通倚灵衢烂乐阿含桐的是不了在有我他这们来到地为你说着就那和要她"
    "出也得里自会可而过去能对么好看起当没只如事把还用样道想作种总从情己面最但现些所同又意动期它"
    "头经儿回爱因很给法间斯知什两使身者被已亲其进此话与活正感问理几定特做孩相果走将实声车全信机"
    "工物气每并别真打比便夫再书部水像眼等却加主利受听表克代员先由死写性或住难望教命结色更拉神记"
    "处让母父直字报友放至认接告入候岁往度觉带边解叫快吃妈变师象数失满格音轻目条呢病始完今提求化"
    "空思切怎非找片吗语喜离科言干约各即指反题必该论交终医制球传画保读运及则房院量苦火布坐产答精"
    "视巴奇管类未朋且婚夜队乎观落尽形影爸令吧识步希术留市热送造谈极随演收首根讲整式取照办拿计您"
    "装似足妻尼转诉米称客领节衣站刻统断城故历惊脸紧另绝树系伤示愿持谁准妇基买独复痛消社算义竟确"
    "酒需治卡幸念举劫材征输投贴胜负评编辑")
"""Characters of Chinese names, events and texts as they are written in China."""

TRADITIONAL: Final = frozenset(
    "陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊江呂何羅高蕭潘朱簡鍾彭游詹胡施沈余趙盧梁顏"
    "柯孫魏翁戴范宋方鄧杜傅侯曹薛阮丁卓馬溫藍董古紀唐石連歐白姚康馮湯姜汪田尤涂鄒巫黎龔嚴袁鐘童"
    "陸金韓夏柳華錢邵倪伍龍史陶毛章俞崔孔向常文易聶焦于喬武牛齊關申欒尹段俊勳元均丞韋皓鋐至涵君"
    "諺立祥書陽修平詩淵首廉祈睿禧正浩聖賢大銘鳴久景志德凱馨堯柏宏靖庭輔恩誠家栩麒依旻黑嘉芳俐子"
    "萱鈺樺昕卉予瑄敬紘山應昌期清源海峰琬瑝強伸永安明傑建豪冠宇雄信國淑芬惠美玲雅婷怡欣佳穎宗翰"
    "承翔彥廷軒品宥蓉思妤宜蓁雨潔心靜麗珍玉蘭秀英月娥素貞花寶珠鳳嬌春蓮桂枝鈴萍偉軍勇超剛輝鵬飛"
    "斌健帆旭寧歡楠東博天澤民生福貴榮盛興發達才富財銀鐵臺台灣北中南桃園新竹苗栗彰化雲義屏澎湖門"
    "祖基隆香港澳九上京廣州日本世界際亞洲市縣鄉鎮區路街棋名人碁十手賽盃杯戰局級決準預挑循環公開"
    "邀請團體個男女圍院協會氏鋼友士電視快職業餘爭霸聯第屆回合輪場盤一二三四五六七八年時分秒點西"
    "下左右前後內外小多少長短遠近早晚舊老青紅綠紫秋冬風雪的是不了在有我他這們來到地為你說著就那"
    "和要她出也得里裡自以可而過去能對然於學麼之都好看起當沒成只如事把還用樣道想作種總從無情己面"
    "最但現些所同又行意動它頭經兒位愛因很給法間斯知什兩次使身者被已親其進此話與活感見問力理爾幾"
    "定特做孩相果走將實聲車全重機工物氣每並別真打太比便夫再部水像眼等卻加主利受聽表克代員先口由"
    "死寫性光或住難望教命結樂色更拉神記處讓母父直字報放認接告入笑候歲往度覺帶萬邊解叫任原變通師"
    "象數失滿格音輕目條始深完今提求空切非片語喜離科言流約各即指反題必論交終醫制球傳畫保讀運及則"
    "房量苦火布坐產答星精司管類未朋且夜隊乎越觀落盡形影百佈官劫材吃征輸投貼勝負評編輯哲瑞霖宸鴻"
    "峻毅璋瑋琪瑜瑤璇瑩琳慧敏嫻婉媛娟妍姿婕蓓蕙薇芷若筠筱梅菊荷芙松")
"""Characters of Chinese names, events and texts as they are written on Taiwan."""

CHINESE_SURNAMES: Final = frozenset(
    "王李张張刘劉陈陳杨楊黄黃赵趙周吴吳徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹"
    "彭曾肖蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾鐘谭譚陆陸汪范廖贾賈夏韦韋"
    "方白邹鄒孟熊秦邱江尹薛段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴戴莫孔向汤湯常康施文牛"
    "俞古柯芮聂聶檀时時辜党連连童芈邬鄔於华華洪賴赖莊庄詹游簡简")

KOREAN_SURNAMES: Final = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구나민진지엄채원천방"
    "공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은편용예봉경사부가복태목")

KOREAN: Final = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구나민진지엄채"
    "원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은편용예봉경사부가복태목"
    "준영호철수창세돌혁훈규승환재상욱동건희혜미숙순자애화아빈찬범일완익근식형섭열렬록련령림람라"
    "란래량려력로론룡륜률리린립만면무묵발번법벽별병보본북분불비빙산삼새색생속솔쇄술숭슬습시실십"
    "쌍씨악암압앙액야약어억언업역엽온옹와외요욕운웅월융음읍응의입작잔잠쟁저적절점접족존졸종좌죄"
    "죽중즉증직질집징착찰참책처척첨첩청체초촉촌총축춘출충취측층치친칠침칭쾌타탄탈탐탑탕택토통퇴"
    "투특파판팔패평폐포폭품풍피필학할합항해핵행향헌험혈협혹혼홀확활회획횡효후훼휘휴흉흑흔흠흡흥"
    "각간갈감갑개객갱거걸검겁게격견결겸계곡곤골과관광괘괴교군굴궁궐귀균귤극글급긍긴낙난날납낭내"
    "녀년념녕농뇌능다단달담답당대댁덕독돈두둔득등는를에으까터럼같했된있없였니네그것때곳말째바둑"
    "프덤울엘쯔카드맥커스칼텍넷블젬매텔레물올렛츠런렇러랑들던든됐될됩떤떻또뜻뜨땅딸딱따더덜덮데"
    "델돼되럽럴럭르른릇릴링막많망맞맡맨머먹먼멀멋메며몇몰몸못묘뭐밀및밑밖받밤밭버벌베벤볼봄빠빨"
    "뻔쁘살샘쇼슨슴쓰쓸씀알앞았얘얻얼엇었옆옮옳왔왜움워웠웨을잃잊잘잡져졌좀좋줄쪽찮찾첫쳐켜코크"
    "큰클키테트틀티팀퍼페펴푸풀플헤히힘")
"""Syllables of Korean names, events and comments, and the first ones of names."""

COMMON: Final[dict[str, frozenset[str]]] = {
    "gb18030": SIMPLIFIED, "big5": TRADITIONAL, "cp932": JAPANESE, "euc_jp": JAPANESE,
    "cp949": KOREAN,
}
"""The common characters of each charset of two bytes a character."""


CANDIDATES: Final = ("gb18030", "cp932", "big5", "cp949", "euc_jp", "cp1251", "cp1252")
"""The charsets that are told apart, by Python's names."""
READABLE: Final = (
    "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", *CANDIDATES)
"""The charsets a user may choose to re-open a file in."""
WRONG: Final = re.compile("[\ufffd\x80-\x9f\ue000-\uf8ff]")
"""Characters that no text in a game record holds."""

_VALUE: Final = rb"\[(" + kept(r"[^\]\\]|\\.", "{1,400}").encode() + rb")"
_NAMES: Final = re.compile(
    rb"(?<![A-Z])(?:P[BWC]|[BW]T|EV|GN|RO|AN|US|SO|ON|R[UE])\s*+" + _VALUE, re.DOTALL)
_VALUES: Final = re.compile(_VALUE, re.DOTALL)
_MOST_PIECES: Final = 200
_MOST_BYTES: Final = 6_000
_STEP: Final = 1 << 20
_PRIORS: Final = {"big5": -0.5, "euc_jp": -2.0, "cp1251": -1.0}
_COMMON, _FIRST_LEVEL, _SECOND_LEVEL, _RARE = -5.0, -8.5, -11.0, -13.0
_KANA, _HALF_KANA, _SIGN, _ASCII = -5.0, -8.0, -7.0, -1.2
_LATIN, _CYRILLIC, _ODD_LETTER, _ODD_PAIR = -4.5, -3.7, -8.5, -3.5
_BESIDE_LATIN: Final = -3.0
_SURNAME_GAIN: Final = {"cp949": 3.0, "gb18030": 1.5, "big5": 1.5}
_FIRST_LEVELS: Final[dict[str, tuple[int, int]]] = {
    "gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "cp932": (0x88, 0x97), "euc_jp": (0xB0, 0xCF),
    "cp949": (0xB0, 0xC8),
}
"""Lead bytes of the characters that a charset's makers thought common."""
_SECOND_LEVELS: Final[dict[str, tuple[int, int]]] = {
    "gb18030": (0xD8, 0xF7), "big5": (0xC9, 0xF9), "cp932": (0x98, 0xEA), "euc_jp": (0xD0, 0xF4),
    "cp949": (0xCA, 0xFD),
}
_LATIN_LETTERS: Final = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýßšžœÀÁÂÄÅÆÇÈÉÊËÍÎÑÓÔÖØÚÛÜŠŽŒ")
_PUNCTUATION: Final = frozenset("、。「」『』・（）！？：，；～—…《》“”‘’【】ー々")
_MIXED: Final = re.compile("[a-z](?=[\u3041-\uffdc])|[\u3041-\uffdc](?=[a-z])")
_CHINESE: Final = SIMPLIFIED | TRADITIONAL
_RUN: Final = re.compile("[\uac00-\ud7a3]++|[\u4e00-\u9fff]++")


class CharsetGuess(NamedTuple):
    """A charset by Python's name, and the chance that it is the right one, 0 to 1."""

    name: str
    certainty: float


def ranked(data: bytes, tell: Callable[[int], None] = lambda offset: None) -> list[CharsetGuess]:
    """Return the charsets that the property values of a file can be read in, likeliest first.

    tell -- called now and then with the offset reached; raises to stop
    """
    pieces = _pieces(data, tell)
    scores: list[tuple[float, str]] = []
    for name in CANDIDATES:
        texts = [_read(piece, name) for piece in pieces]
        readable = [text for text in texts if text is not None]
        # A value may be cut or damaged; a charset that cannot read most of them is no candidate.
        if len(readable) * 2 > len(texts) or not texts:
            lost = _RARE * 2 * (len(texts) - len(readable))
            score = sum(_score(text, name) for text in readable) + lost
            scores.append((score + _PRIORS.get(name, 0.0), name))
    if not scores:
        return [CharsetGuess("cp1252", 0.0)]
    scores.sort(key=lambda entry: -entry[0])
    best = scores[0][0]
    total = sum(math.exp(max(-700.0, score - best)) for score, _ in scores)
    return [CharsetGuess(name, math.exp(max(-700.0, score - best)) / total)
            for score, name in scores]


def _pieces(data: bytes, tell: Callable[[int], None]) -> list[bytes]:
    """Return the values that hold more than ASCII: names, and others as far as there is room."""
    found: list[bytes] = []
    room = _MOST_BYTES
    for pattern in (_NAMES, _VALUES):
        beyond = (value for value in _values(pattern, data, tell) if not value.isascii())
        for piece in islice(beyond, _MOST_PIECES):
            found.append(piece)
            room -= len(piece)
            if room < 0:
                return found
    if not found:
        start = next((place for place, byte in enumerate(data[:1 << 16]) if byte > 127), 0)
        found.append(data[start:start + 400])
    return found


def _values(
    pattern: re.Pattern[bytes], data: bytes, tell: Callable[[int], None]
) -> Iterator[bytes]:
    """Yield what a pattern finds, one step of the data after the other.

    One value a step may be cut in two and not be found; there are enough others.
    """
    for start in range(0, len(data), _STEP):
        if start:
            tell(start)
        for match in pattern.finditer(data, start, start + _STEP):
            yield match[1]


def _read(piece: bytes, name: str) -> str | None:
    """Return a piece as text, None if it cannot be; the end of it may be cut off."""
    try:
        text = codecs.getincrementaldecoder(name)().decode(piece)
    except UnicodeDecodeError:
        return None
    return None if WRONG.search(text) else text


def _score(text: str, name: str) -> float:
    """Return how likely it is that a text, as read in a charset, was written: a logarithm."""
    letter_score = _SINGLE_BYTE.get(name)
    if letter_score is not None:
        return letter_score(text)
    common = COMMON[name]
    score = 0.0
    for character in text:
        if character in common:
            score += _COMMON
        elif character < "\x80":
            score += _ASCII
        else:
            score += _rare_score(character, name)
    gain = _SURNAME_GAIN.get(name, 0.0)
    if gain:
        surnames = KOREAN_SURNAMES if name == "cp949" else CHINESE_SURNAMES
        score += gain * sum(2 <= len(run) <= 4 and run[0] in surnames for run in _RUN.findall(text))
    return score + _BESIDE_LATIN * len(_MIXED.findall(text))


def _rare_score(character: str, name: str) -> float:
    """Return the score of a character of a two-byte charset that is not among the common ones."""
    if "\u3041" <= character <= "\u30fe":
        return _KANA if name in ("cp932", "euc_jp") else _SECOND_LEVEL
    if "\uff61" <= character <= "\uff9f":
        return _HALF_KANA
    if character in _PUNCTUATION or "\uff10" <= character <= "\uff5a":
        return _SIGN
    elsewhere = TRADITIONAL if name == "gb18030" else _CHINESE
    if name != "cp949" and character in elsewhere:
        # Names from elsewhere: Taiwanese players in China, Chinese players in Japan.
        return (_COMMON + _FIRST_LEVEL) / 2
    encoded = character.encode(name, errors="ignore")
    lead, trail = (encoded[0], encoded[1]) if len(encoded) == 2 else (0, 0)
    if name in ("gb18030", "cp949", "euc_jp") and trail < 0xA1:
        return _RARE
    for (first, last), score in (
        (_FIRST_LEVELS[name], _FIRST_LEVEL), (_SECOND_LEVELS[name], _SECOND_LEVEL)
    ):
        if first <= lead <= last:
            return score
    return _RARE


def _latin_score(text: str) -> float:
    """Score a text of western Europe: accented letters stand alone among plain ones."""
    score, before = 0.0, " "
    for character in text:
        if character < "\x80":
            score += _ASCII
        else:
            score += _LATIN if character in _LATIN_LETTERS else _ODD_LETTER
            if before >= "\x80" or (character.isupper() and before.islower()):
                score += _ODD_PAIR
        before = character
    return score


def _cyrillic_score(text: str) -> float:
    """Score a Russian text: no Latin letters beside Cyrillic ones, capitals only in front."""
    score, before = 0.0, " "
    for character in text:
        if character < "\x80":
            score += _ASCII
            is_mixed = character.isalpha() and before >= "\x80"
        else:
            score += _CYRILLIC if "А" <= character <= "я" or character in "ёЁ" else _ODD_LETTER
            is_mixed = before.isalpha() and (
                before < "\x80" or (character.isupper() and before.islower()))
        if is_mixed:
            score += _ODD_PAIR
        before = character
    return score


_SINGLE_BYTE: Final[dict[str, Callable[[str], float]]] = {
    "cp1252": _latin_score, "cp1251": _cyrillic_score,
}
