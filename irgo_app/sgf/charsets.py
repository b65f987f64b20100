"""Which charset a file without a true label is in: a guess with the chance that it is right.

Names are short, so there is nothing to count. Every candidate reads the same bytes, and each
character it makes of them gets a log-probability: common characters of the language far more than
what merely exists. The difference between the best reading and the next is how sure the best one
is. The common characters are collected by hand from surnames, given names, places and Go words. A
set is no statistics: what matters is only that a wrong reading of the same bytes rarely hits it.
"""

import codecs
import math
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

JAPANESE: Final = frozenset(
    "田中村山本藤井小林加佐木高橋伊渡辺吉松石原川野島崎上下大内前後東西南北森岡長谷坂池沢宮"
    "水清金子河福新安今杉増丸平和菅柴酒横三四五六七八九十一二千万百武竹桜柳梅楠桑栗桐榎萩荻荒"
    "近遠関秋春夏冬星月日光早服部羽趙張王柯蘇許結城趙治勲柳時依仁黄謝孔伊志河名坊因秀芝誠哉策"
    "丈丞和道策察知得仙元門入悦伯朔琢算砂隆因碩哲達立榮栄寿昌鈴橘片苑工瀬戸星浦江口沼堀越尾"
    "熊倉笠置鶴亀牛馬鹿犬猪鷹鳥鴨鷲矢弓刀剣藪古根津屋桂樹植草花葉梨杏桃李麻稲米麦粟豆塩味酒"
    "裕太一郎次二三朗雄夫男彦之介助輔治司士史志至正政雅昭明晃彰章祥翔将勝克勲薫香郁行之幸孝"
    "考弘宏浩博広寛洋陽葉耀義吉良亮涼諒遼龍竜隆崇敬貴喬恭京恵慶圭啓景敏俊駿瞬淳純順準潤惇惣"
    "智知友朋具倫哲徹鉄修秀周宗崇聡総壮宗創蒼颯大輝暉樹紀規記起基機喜希季葵伸信真慎進晋仁人"
    "臣辰達建健研賢憲顕元弦玄源厳巌豪剛強毅武威猛勇雄悠佑祐優由結唯友有裕百合愛藍彩綾文史"
    "奈那菜名直尚奈央緒実美未海弥也耶谷夜代世予与余輿謙千尋茜朱珠寿鈴涼理里莉梨璃璋瑠留琉"
    "子枝江恵絵衣依伊位維惟緯以比妃姫飛日向陽妙明芽萌望牧麻摩真舞万円丸苗茂模桃百花華佳夏"
    "嘉香歌可果禾加架霞霧雪幸咲早沙砂紗佐左作朔昨桜蘭凛凜林麟琳玲怜令礼麗鈴蓮連廉錬路露呂浪朗"
    "関辻畑畠泉滝沖湯浅深浜磯岸岩巌石砂土地池塚墓丘岳峰嶺峠嶋嵯峨瀧瀬渕淵湊港津洲州須栖住隅角"
    "棋聖名人本因坊戦十段天元王座碁聖杯竜星阿含桐山女流新人級段第期局回予選決勝挑戦手合五番"
    "勝負三番七番七小目半先互白黒石盤目中押投了時間持切黒番白番囲碁院日本棋院関西棋院総本部支"
    "大会全国選手権都道府県市町村区東京大阪名古屋京都神戸横浜札幌福岡広島仙台北海道青森岩手秋田"
    "宮城山形福島茨城栃木群馬埼玉千葉新潟富山石川福井山梨長野岐阜静岡愛知三重滋賀兵庫奈良和歌"
    "鳥取島根岡山広島山口徳島香川愛媛高知福岡佐賀長崎熊本大分宮崎鹿児島沖縄朝日読売毎日新聞産経"
    "記念国際世界日中韓台湾中国韓国富士通電機農協旅館温泉荘会館室閣寺社神学校教生徒院長理事"
    "年月日曜午前後初終春夏秋冬季賞金位者氏様君殿師父母兄弟姉妹親孫子供女男人員主客老若少青"
    "橋爪孫喆淑芬甲斐宇矢坪彦張栩坂梯鶴結聡也余正麒平許家元芝富彭筌鄭小関航太広瀬優平田智也"
    "上野愛咲美藤沢里菜仲邑菫牛栄子謝依旻万波佳奈向井千瑛梅沢由香里吉原由鈴木歩奥武宮陽光"
    "依田紀基小林光泉美覚健二山城宏片岡聡石田芳夫加藤正夫大竹英雄林海峰呉清源橋本宇太郎昌二"
    "木谷実坂田栄男高川格藤沢秀行秀朋島村俊広宮本直毅大平修三工藤紀夫羽根泰正直樹高尾紳路河野臨"
    "山下敬吾蘇耀国井山裕太村川大介伊田篤史一力遼虎丸許余本木克弥志田達哉六浦雄太大西竜平"
    "福士沼館沖樹哉孫酒井秀至結城瀬戸大樹今村俊也佐々古松英一後藤俊午坂井秀至溝上知親三谷黄翊祖"
    "潘善琪金秀俊趙善津崔哲瀚羅洗河内藤由起吉田青木喜久代穂坂繭小川誠子本田幸杉内雅男寿楠"
    "私僕彼今日思言見行来出入会話聞読書食飲買売作使持待歩走立座寝起終始開閉上手下手強弱良悪"
    "的点線面形姿勢厚薄重軽早遅速先手後手定石布石中盤寄生死活殺取逃追攻守打込捨詰隅辺中央地模様"
    "々〆ヶ")
"""Kanji of Japanese names, events and comments on Go."""

SIMPLIFIED: Final = frozenset(
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程"
    "苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝"
    "龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦"
    "俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳欧阳上官司马诸葛"
    "古力常昊柯洁时越芈昱廷周睿羊檀啸江维杰陈耀烨唐韦星连笑党毅飞范蕴若廖行文谢尔豪丁浩杨鼎新"
    "李轩豪许嘉阳辜梓豪赵晨宇陶欣然童梦成邬光亚彭立尧孔杰胡耀宇周鹤洋王檄罗洗河邱峻刘星刘世振"
    "聂卫平马晓春俞斌曹大元刘小光钱宇平江铸久芮乃伟张文东邵炜刚王磊丁伟罗洗刘菁董彦汪见虹郑弘"
    "华以刚陈祖德吴淞笙罗建文程晓流张璇华学明杨晖丰芸郑岩李赫於之莹周泓余鲁佳高星王晨唐奕宋容慧"
    "芝丽娜莉婷玲燕萍红霞秀英兰芳芬敏静丽娟艳玉梅莲琴珍香云凤洁琳颖倩雯慧怡佳欣悦雅诗梦雨雪月晓"
    "伟强磊军洋勇杰涛明超刚平辉鹏华飞鑫波斌宇浩凯健俊帆帅旭宁龙林欢楠建国志文海永东博天子俊泽"
    "成伟民生德福贵祥荣昌盛兴发达才富财宝金银铁铜钢山川江河湖海洋波浪潮涌泉源清澈澄泓浩瀚渊博"
    "东南西北中上下左右前后内外大小多少长短高低远近早晚新旧老少青红黄蓝绿白黑紫灰春夏秋冬风花"
    "一二三四五六七八九十百千万亿元年月日时分秒点第届次轮场局盘段级品位名人赛杯战棋圣王天元国手"
    "围棋甲级联赛决赛半决赛预选挑战循环升降争霸公开邀请团体个人男女子双混职业业余冠军亚军季军"
    "中国北京上海天津重庆广东广州深圳浙江杭州宁波温州江苏南京苏州无锡山东济南青岛河南郑州河北石家"
    "庄湖北武汉湖南长沙四川成都贵州贵阳云南昆明陕西西安山西太原辽宁沈阳大连吉林长春黑龙江哈尔滨"
    "福建福州厦门安徽合肥江西南昌广西南宁海南海口内蒙古新疆西藏甘肃兰州青海宁夏台湾香港澳门"
    "日本韩国朝鲜美国欧洲世界亚洲国际三星电子应氏春兰农心丰田富士通倚天百灵衢烂柯乐百氏阿含桐山"
    "的是不了在人有我他这个们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去"
    "能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同"
    "日手又行意动方期它头经长儿回位分爱老因很给名法间斯知世什两次使身者被高已亲其进此话常与活正感"
    "见明问力理尔点文几定本公特做外孩相西果走将月十实向声车全信重三机工物气每并别真打太新比才便夫"
    "再书部水像眼等体却加电主界门利海受听表德少克代员许先口由死安写性马光白或住难望教命花结乐色更"
    "拉东神记处让母父应直字场平报友关放至张认接告入笑内英军候民岁往何度山觉路带万男边风解叫任金快"
    "原吃妈变通师立象数四失满战远格士音轻目条呢病始达深完今提求清王化空业思切怎非找片罗钱吗语元喜"
    "曾离飞科言干流欢约各即指合反题必该论交终林请医晚制球决传画保读运及则房早院量苦火布品近坐产答"
    "星精视五连司巴奇管类未朋且婚台夜青北队久乎越观落尽形影红爸百令周吧识步希亚术留市半热送兴造谈"
    "容极随演收首根讲整式取照办强石古华拿计您装似足双妻尼转诉米称丽客南领节衣站黑刻统断福城故历惊"
    "脸选包紧争另建维绝树系伤示愿持千史谁准联妇纪基买志静阿诗独复痛消社算义竟确酒需单治卡幸兰念举"
    "黑棋白棋先手后手定式布局中盘官子死活劫材打吃征子提子认输投子贴目胜负让子解说评论编辑")
"""Characters of Chinese names, events and texts as they are written in China."""

TRADITIONAL: Final = frozenset(
    "陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊江呂何羅高蕭潘朱簡鍾彭游詹胡施沈余趙盧梁顏"
    "柯孫魏翁戴范宋方鄧杜傅侯曹薛阮丁卓馬溫藍董古紀唐石連歐白姚康馮湯姜汪田尤涂鄒巫黎龔嚴袁"
    "鐘童陸金韓夏柳華錢邵倪伍龍史陶毛章俞崔孔向常文易聶焦于喬武牛齊關申欒尹段"
    "周俊勳王元均蔡丞韋許皓鋐林至涵君諺立祥書陽修平陳詩淵首廉祈睿禧蕭正浩林聖賢夏大銘江鳴久彭景華"
    "楊志德張凱馨劉堯林柏宏簡靖庭賴均輔徐靖恩王立誠許家元張栩余正麒謝依旻黑嘉嘉蘇聖芳俞俐均楊子萱"
    "盧鈺樺白昕卉邱丞賴予瑄林敬紘沈君山應昌期吳清源林海峰王銘琬王立誠鄭銘瑝周平強戴嘉伸陳永安"
    "志明俊傑建宏家豪冠宇文雄正雄信宏國華淑芬淑惠美玲雅婷怡君欣怡佳穎詩涵宗翰承恩柏翰宇翔彥廷冠廷"
    "子軒品睿宥廷佳蓉思妤宜蓁雨潔心怡靜宜惠美麗珍玉蘭秀英月娥素貞金花寶珠鳳嬌春蓮桂枝麗華鈴芳萍"
    "偉強軍勇超剛輝鵬飛斌浩凱健帆旭寧龍歡楠建國永東博天澤民生德福貴祥榮昌盛興發達才富財寶銀鐵"
    "臺台灣北高雄中南桃園新竹苗栗彰化雲林嘉義屏東宜蘭花蓮澎湖金門馬祖基隆香港澳門九龍"
    "中國上海京廣州日本韓國世界國際亞洲歐美台北市縣鄉鎮區路街"
    "棋王天元名人碁聖十段國手賽盃杯戰局段級冠軍亞軍決賽準決賽預賽挑戰循環公開邀請團體個人男女子"
    "圍棋海峰院協會基金應氏中環東鋼友士電視快棋職業業餘新秀爭霸聯第屆期回合輪場盤一二三四五六七八九十"
    "年月日時分秒點元東西南北上下左右前後內外大小多少長短遠近早晚新舊老青紅黃藍綠白黑紫春夏秋冬風花雪"
    "的是不了在人有我他這個們來到時大地為子中你說生國年著就那和要她出也得里裡後自以會家可下而過天去"
    "能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現前些所同"
    "日手又行意動方期它頭經長兒回位分愛老因很給名法間斯知世什兩次使身者被高已親其進此話常與活正感"
    "見明問力理爾點文幾定本公特做外孩相西果走將月十實向聲車全信重三機工物氣每並別真打太新比才便夫"
    "再書部水像眼等體卻加電主界門利海受聽表德少克代員許先口由死安寫性馬光白或住難望教命花結樂色更"
    "拉神記處讓母父應直字場平報友關放至認接告入笑內英軍候民歲往何度山覺帶萬邊風解叫任快原變通師"
    "立象數四失滿戰遠格士音輕目條始達深完今提求清化空業思切非片語喜離飛科言流約各即指合反題必論交終"
    "請醫制球決傳畫保讀運及則房早院量苦火布品近坐產答星精視五連司管類未朋且台夜隊久乎越觀落盡形影百"
    "黑棋白棋先手後手定石佈局中盤官子死活劫材打吃征子提子認輸投子貼目勝負讓子解說評論編輯"
    "哲瑞霖宸鴻峻毅璋瑋琪瑜瑤璇瑩琳穎慧敏嫻婉媛娟妍姿婕蓓蕙薇芷若萱筠筱竹梅菊蘭荷蓮芙蓉桂松柏")
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
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구나민진지엄채원천방"
    "공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국은편용예봉경사부가복태목"
    "준영호철수창세돌혁훈규승환재상욱동건희정민지은혜연미숙순자경애선화진아윤서현우빈찬범석일완익"
    "근식용태형섭열렬록련령림람라란래량려력로론룡륜률리린립만면명모목무묵문미민박반발배백번범법벽변"
    "별병보복본봉부북분불비빈빙사산삼상새색생서석선설섭성세소속손솔송쇄수숙순술숭슬습승시식신실심십"
    "쌍씨아악안암압앙애액야약양어억언엄업여역연열염엽영예오옥온옹와완왕외요욕용우욱운웅원월위유육윤융"
    "은음읍응의이익인일임입자작잔잠장재쟁저적전절점접정제조족존졸종좌죄주죽준중즉증지직진질집징차착찬"
    "찰참창채책처척천철첨첩청체초촉촌총최추축춘출충취측층치친칠침칭쾌타탁탄탈탐탑탕태택토통퇴투특파판"
    "팔패편평폐포폭표품풍피필하학한할함합항해핵행향허헌험혁현혈협형혜호혹혼홀홍화확환활황회획횡효후훈"
    "훼휘휴흉흑흔흠흡흥희각간갈감갑강개객갱거건걸검겁게격견결겸경계고곡곤골공과곽관광괘괴교구국군굴궁"
    "권궐귀규균귤극근글금급긍기긴길김나낙난날남납낭내녀년념녕노농뇌능다단달담답당대댁덕도독돈돌동두둔"
    "득등는를가와의에서로으로도만까지부터보다처럼같이하고하여했다한다된다있다없다였다습니까요네지게"
    "그저것수때곳말일년월시분초번째제회국전배대회결승준결승예선본선리그바둑기원국수명인왕위천원최고"
    "십단신인왕여류프로아마추어단급흑백승패무반집불계덤공제호선접바둑한국중국일본대만세계서울부산대구"
    "인천광주대전울산경기강원충북충남전북전남경북경남제주수원성남고양용인청주천안전주포항창원평양"
    "삼성화재엘지응씨춘란농심신라면진로후지쯔동양증권비씨카드맥심커피지에스칼텍스한게임넷마블타이젬"
    "조선일보중앙동아매일신문방송텔레비전우승준우승도전기성패왕박카스물가정보원익올레하이원렛츠런"
    "렇럼러려랑들던든된됐될됩떤떻또뜻뜨때땅딸딱따더덜덤덮데델돼되럽럴럭려력르른를릇릴링막많망맞맡매맨머먹먼"
    "멀멋메며몇몰몸못묘무물뭐밀및밑바밖받밤밭버벌베벤변볼봄빠빨뻔쁘살새샘생쇼스슨슴쓰쓸씀씨알앞았얘얻얼없엇"
    "었에여였옆오옮올옳와왔왜외요움워웠웨으을음응잃잊있작잘잡재저적제져졌조좀좋줄쪽찮찾처첫쳐치커켜코크큰"
    "클키터테토통트틀티팀퍼페펴포표푸풀프플피필한할함합했해향허헤혼확환효후히힘")
"""Syllables of Korean names, events and comments, and the first ones of names."""

COMMON: Final[dict[str, frozenset[str]]] = {
    "gb18030": SIMPLIFIED, "big5": TRADITIONAL, "cp932": JAPANESE, "euc_jp": JAPANESE,
    "cp949": KOREAN,
}
"""The common characters of each charset of two bytes a character."""


CANDIDATES: Final = ("gb18030", "cp932", "big5", "cp949", "euc_jp", "cp1251", "cp1252")
"""The charsets that are told apart, by Python's names."""
READABLE: Final = ("utf-8", "utf-16-le", "utf-16-be", *CANDIDATES)
"""The charsets a user may choose to re-open a file in."""
WRONG: Final = re.compile("[\ufffd\x80-\x9f\ue000-\uf8ff]")
"""Characters that no text in a game record holds."""

_NAMES: Final = re.compile(
    rb"(?<![A-Z])(?:P[BWC]|[BW]T|EV|GN|RO|AN|US|SO|ON|R[UE])\s*+\[((?:[^\]\\]|\\.){1,400}+)",
    re.DOTALL)
_VALUES: Final = re.compile(rb"\[((?:[^\]\\]|\\.){1,400}+)", re.DOTALL)
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
