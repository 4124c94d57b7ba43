// Grammar of Japanese questions. There are no spaces, so phrases are cut out of the text, the longest first; `…` in a
// request stands for up to twenty characters.
import type { Act, Grammar } from '../grammar.ts';

export const japanese: Pick<Grammar, 'rows'> & { acts: [act: Act, patterns: string][]; fillers: string } = {
  rows: [
    ['types', 'article', '記事 エッセイ コラム 随筆'],
    ['types', 'episode', 'エピソード ポッドキャスト 放送回 音声'],
    ['types', 'video', '動画 ビデオ 映像'],
    ['types', 'stream', '生配信 ライブ配信 ストリーム'],
    ['types', 'timeline', 'イベント 登壇予定 出演予定'],
    ['items', '', 'ブログ 投稿 作品一覧'],
    ['noun', '', '手紙 日記 号 作品 便り メモ'],
    ['order', 'newest', '最新号 最新 新着 一番新しい もっとも新しい 最も新しい いちばん新しい'],
    ['order', 'newest many', '最近'],
    ['order', 'oldest', '一番最初 一番古い 最も古い もっとも古い いちばん古い 最古 最初'],
    ['order', 'longest', '一番長い 最も長い もっとも長い いちばん長い 最長'],
    ['order', 'shortest', '一番短い 最も短い もっとも短い 最短'],
    ['how many', '', 'いくつ 何件 何本 何個 何回分 何通 何篇 何枚'],
    ['asks', 'person', '誰 だれ どなた'],
    ['asks', 'place', 'どこ'],
    ['asks', 'time', 'いつ 何年 何月 何日 何曜日'],
    ['asks', 'age', '何歳'],
    ['asks', 'number', '何人 何頭 何匹 何か月 何ヶ月 どのくらい どれくらい'],
    ['asks', 'price', 'いくら'],
    ['asks', 'reason', 'なぜ どうして'],
    ['asks', 'manner', 'どうやって どのように'],
    ['asks', 'thing', '何 どんな どの どれ'],
    [
      'not',
      'before',
      '以外 を除く を除いた を除き 抜き なし 無し 以外の が出てこない を使わない のない ではない じゃない でない',
    ],
    ['unknown', 'negation', 'のほか の他 一つも 決して 全く なかった ではありません 除外'],
    ['unknown', '', '最も 一番 もっとも 最大 最小 最高 だけ 番目 二番目 より長い より短い'],
    ['status', 'planned', '今後 これから 次回 予定'],
    ['status', 'live', '配信中 生放送中'],
    ['status', 'source', '購読者限定 有料'],
    ['self', '', '作者 筆者 著者 あなた このサイト サイト ニュースレター'],
    ['relative', 'yesterday', '昨日'],
    ['relative', 'today', '今日'],
    ['relative', 'week', '先週 今週'],
    ['relative', 'last month', '先月'],
    ['relative', 'month', '今月'],
    ['relative', 'last year', '去年 昨年'],
    ['relative', 'year', '今年'],
  ],
  fillers:
    '話 書 探 公開 来 言 言及 思い 思う 考え 方法 やり方 仕方 理由 知 見せ 見 読み 読 聞き 聞 紹介 説明 内容 ここ 出 載 掲載 発表 取り上げ 扱 ' +
    '触れ テーマ 題材 好き 番組 全部 すべて おしえて 教えて 送',
  acts: [
    ['cancel', `予約…取り消\n予約…キャンセル\n依頼…取り消\n依頼…キャンセル`],
    [
      'booking',
      `取材…お願い\n取材依頼\n取材…申し込みたい\nインタビュー…お願い\nインタビューを予約\n予約を\n予約したい\n予約して\n出演…お願い\n出演していただ\n出演して…ほしい
      講演…依頼\n講演…お願い\n登壇…お願い\nゲスト…出演して\n出演依頼`,
    ],
    ['prepare', `取材の準備\n取材準備\nインタビューの準備\nインタビュー準備\n番組の準備\n対談の準備`],
    ['feeds', `購読したい\n購読する\n購読方法\n通知\nフィード\nお知らせを受け`],
    ['transcribe', `文字起こし\n書き起こし`],
    ['availability', `空いている\n空いてる\n空き状況\n空き日\n都合の良\n都合のよ\n都合がつく`],
    ['rights', `転載\n引用して\n引用でき\n引用可\nライセンス\n著作権`],
    ['contact', `メールアドレス\n連絡先\n申し込み先\n問い合わせ先\n連絡…方法`],
    ['press', `プレス\n報道用\n報道関係\n宣材\nプロフィール写真\n著者の写真\n作者の写真\n本人の写真\nロゴ\n略歴\n経歴`],
    ['speaking', `講演`],
    ['topics', `どんなテーマ\nどのようなテーマ\n何のテーマ\nどんな話題\nテーマは何\nテーマは？`],
    ['personal', `結婚\n独身\n住所\n年収\n誕生日\n宗教`],
  ],
};
