import type { PageMessages } from '../page-messages.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: Pick<PageMessages, keyof typeof english> = {
  'mailNews.title': 'メールの設定',
  'mailNews.invited': '{workspace} に招待されています。{link}',
  'mailNews.answer': '承諾または辞退する',
  'mailNews.stop': '配信を停止',
  'mailNews.signIn': 'サインインして受け取る内容を選ぶ',
  'mailNews.each': 'お知らせごとに 1 通',
  'mailNews.daily': '1 日に 1 通',
  'mailNews.off': 'メールを受け取らない',
  'mailNews.saved': '保存しました：{mode}。',
  'mailNews.savedUpdates': '保存しました：更新情報のみ。',
  'mailNews.endedUpdates': 'このポータルの更新情報のメールは今後届きません。ほかのメールは引き続き届きます。',
  'mailNews.endedKind': 'この種類のメールは今後届きません。ほかのメールは引き続き届きます。',
  'mailNews.updates': '更新情報をすべてメールで受け取る',
  'mailNews.workspace':
    '{workspace} でのメンション、担当の割り当て、ウォッチしているストーリー、および選択した場合は訪問者のアイデア',
  'mailNews.portal': '{portal} でフォローしている内容のお知らせ',
  'mailNews.thisPortal': 'このポータル',
  'mailNews.save': '保存',
  'address.title': 'メールアドレス',
  'address.now': '現在のアドレスは {email} です。',
  'address.new': '新しいメールアドレス',
  'address.hint':
    '新しいアドレスにコードを送り、現在のアドレスにもお知らせします。参加しているワークスペースには新しいアドレスが表示されます。',
  'address.sent':
    '{email} にコードを送りました。このブラウザーで 10 分間有効です。入力するとアドレスが変わります。',
  'address.change': 'アドレスを変更',
  'address.again': '届かない場合は、迷惑メールフォルダーを確認するか、{link}。',
  'address.restart': '最初からやり直してください',
  'address.own': 'すでにこのアドレスです。',
  'address.wrongPassword': '現在のパスワードが正しくありません。',
  'address.backTitle': 'アカウントを取り戻す',
  'address.backText':
    'アカウントのアドレスが {email} に戻ります。すべてのブラウザーからログアウトされ、アプリケーションはアクセスできなくなり、パスワードは使えなくなります。',
  'address.undo': '変更を取り消す',
  'address.backDone': 'アカウントが戻りました',
  'addressMail.codeSubject': '{code} は新しいアドレスのためのコードです',
  'addressMail.codeTitle': '新しいアドレスのためのコード',
  'addressMail.codeText':
    'Plotline のアカウントがこのアドレスの使用を求めています。ご自身の場合は、コードを求めたブラウザーの画面に入力してください。10 分間有効です。',
  'addressMail.codeIgnore':
    'お心当たりがなければ、このメールは無視してください。コードがなければ何も変わりません。コードは誰にも教えないでください。',
  'addressMail.title': 'アカウントのアドレスが変更されました',
  'addressMail.text':
    '今後は新しいアドレスでログインしてください。このアドレスではもうアカウントに入れません。',
  'addressMail.notYou':
    'お心当たりがなければ、7 日以内に取り消してください。このアドレスでアカウントが戻り、ほかの全員がログアウトされます。その前にこのアドレスでログインすると新しいアカウントになるため、しないでください。',
  'addressMail.undo': '自分ではありません',
  'address.backDoneText':
    'メールのコードで{link}し、パスワードがあった場合はそこで新しいものを設定してください。',
};
