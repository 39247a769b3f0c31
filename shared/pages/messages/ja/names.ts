import type { PageMessages } from '../page-messages.ts';
import type { names as english } from '../en/names.ts';

export const names: Pick<PageMessages, keyof typeof english> = {
  'name.label': 'お名前',
  'name.hint': 'フィードバックポータルに書いた内容とともに公開されます。',
  'name.postedAs': '{name} の名前で公開されます。メールアドレスは表示されません。',
  'name.change': '名前を変更',
  'name.missing': '名前を入力してください。投稿とともに表示されます。',
  'name.tooLong': '名前は 120 文字までです。',
  'name.invisible': '名前は 1 行で、見えない文字を使わずに入力してください。',
  'name.alphabets': '名前の一つの単語の中では、1 種類のアルファベットだけを使ってください。',
  'name.team': '「Team」やチェックマークを含まない名前にしてください。チームの投稿を示すために使われます。',
  'name.address': 'だれでも見られるため、メールアドレスではない名前にしてください。',
};
