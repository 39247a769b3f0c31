import type { PageMessages } from '../page-messages.ts';
import type { applications as english } from '../en/applications.ts';

export const applications: Pick<PageMessages, keyof typeof english> = {
  'consent.title': 'アクセスの許可',
  'consent.question': 'このアプリケーションがあなたの代わりに Plotline を利用することを許可しますか。',
  'consent.unverified': 'この名前はアプリケーションが名乗っているもので、確認されていません。',
  'consent.toHost': '{host} に移動します。',
  'consent.toDevice': 'この端末のアプリケーション（{host}）に移動します。',
  'consent.device':
    'この端末のどのプログラムでも、この名前で要求することができます。ご自身で接続を始めた場合にのみ続行してください。',
  'consent.able': '許可される操作',
  'consent.ableIn': 'ワークスペース {workspaces} で許可される操作',
  'consent.ableInSome': 'ワークスペース {workspaces} で許可される操作',
  'consent.noWorkspace':
    'まだどのワークスペースにも参加していないため、参加するまでアプリケーションには何も見えません。',
  'consent.sees': 'あなたが見られるすべて（ストーリー、コメント、スプリント、目標、メンバー）の表示。',
  'consent.changes': 'あなたに可能な作成、変更、削除の代行。',
  'consent.updatesStories': 'あなたが変更できるストーリーの変更の代行。',
  'consent.invited':
    '{workspaces} に招待されています。{link}で招待を承諾すると、アプリケーションがワークスペースを利用できるようになります。',
  'consent.invitedLink': 'アカウント',
  'consent.safe':
    'パスワードがアプリケーションに知られることはありません。アクセスは{link}でいつでも取り消せます。',
  'consent.safeLink': '接続済みアプリケーション',
  'consent.someTeams': '一部のチームに限定しますか',
  'consent.teamIn': '{team}（{workspace}）',
  'consent.withhold': 'ポータルの訪問者が書いた内容を渡さない',
  'consent.withholdHint':
    'ポータルには誰でも書き込めるため、アシスタントへの指示が含まれることがあります。チェックすると、メンバーが書いたものだけを読みます。',
  'consent.allow': '許可',
  'consent.deny': '拒否',
  'consent.readOnly': '読み取りのみ',
  'consent.proposes': 'あなたに可能な作成・変更・削除を提案します。ほかの人が承認します。',
  'consent.readAndPropose': '表示と提案',
  'consent.readAndChange': '読み取りと変更',
  'consent.back': 'アプリケーションに戻ります',
  'consent.backText': '{host} に移動します。その後、このページを閉じてかまいません。',
  'refusal.denied': 'アクセスを拒否しました',
  'refusal.deniedText': 'アクセスは許可されませんでした。このページを閉じてかまいません。',
  'refusal.failed': 'アプリケーションを接続できません',
  'refusal.redirects': '移動先は {host} です。',
  'refusal.invalid': '要求が正しくないため、アクセスは許可されませんでした：{reason}',
  'refusal.inform':
    '{host} をご存じの場合は、戻ってアプリケーションに知らせることができます。Plotline の一部ではありません。',
  'refusal.go': '{host} に移動',
  'refusal.again': '{reason} アプリケーションで接続を削除し、もう一度追加してください。',
  'refusal.slowDown': '未知のアプリケーションを試した回数が多すぎます。1 時間お待ちください。',
  'connections.about': 'これらのアプリケーションは、あなたの代わりに Plotline を利用できます。',
  'connections.none': '接続済みのアプリケーションはありません。',
  'connections.ended': 'アプリケーションの接続を解除しました。',
  'connections.narrowed': 'アプリケーションの権限を減らしました。',
  'connections.at': '{host}。接続：{since}、最終利用：{used}。',
  'connections.onlyIn': '{teams} のみ。',
  'connections.withheld': 'ポータルの訪問者が書いた内容は渡されません。',
  'connections.less': '権限を減らす',
  'connections.lessOne': '{name} の権限を減らす',
  'connections.proposesOnly': '変更の提案のみとし、ほかの人が承認する',
  'connections.readsOnly': '表示のみとし、変更は許可しない',
  'connections.teamsHint':
    '選択を外したチームにはアクセスできなくなります。権限を増やすには、もう一度接続してください。',
  'connections.disconnect': '接続を解除',
  'connections.disconnectOne': '{name} の接続を解除',
};
