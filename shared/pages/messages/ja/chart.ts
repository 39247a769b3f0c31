import type { chartTexts as english } from '../../../planning/pictures/chart-texts.ts';
import type { PageMessages } from '../page-messages.ts';

export const chartTexts: Pick<PageMessages, keyof typeof english> = {
  'chart.burnDown': '{name}のバーンダウン',
  'chart.forecast': '{name}の予測',
  'chart.storiesLeft': '残りのストーリー',
  'chart.estimateLeft': '残りの見積もり',
  'chart.left': '残り{amount}',
  'chart.ideal': '理想線',
  'chart.target': '目標 {day}',
  'chart.by': '{chance} % {day}まで',
  'chart.later': '{chance} % 5年より後',
  'chart.stories': { other: '{count}件のストーリー' },
  'chart.estimate': '{estimate}({stories})',
  'chart.noDays': '表示できる日はまだありません。',
  'chart.noStories': 'ストーリーはまだありません。',
  'chart.nothing': 'まだ何も記録されていません。',
  'chart.remained': '残りは{from}に{before}、{until}に{after}でした。',
  'chart.more': '{day}に0になる理想線より{amount}多い状態です。',
  'chart.less': '{day}に0になる理想線より{amount}少ない状態です。',
  'chart.onLine': '{day}に0になる理想線のとおりです。',
  'chart.done': 'すべて完了しました:{stories}。',
  'chart.tooLittle': '残り:{stories}。予測するにはデータが足りません。',
  'chart.chances':
    '残り:{stories}。100回のうち50回は{p50}までに、85回は{p85}までに、95回は{p95}までに完了します。',
  'chart.inYears': '5年より先',
  'chart.unestimated': '見積もりのないストーリーは1として数えます。',
  'chart.sprintEmpty': 'スプリントにストーリーがありません。',
  'chart.sprintTooLittle': '{stories}。予測するにはデータが足りません。',
  'chart.sprintChances':
    '{stories}のうち、終了時に完了しているのは、100回中85回で{p15}件以上、50回で{p50}件以上、15回で{p85}件以上です。',
  'chart.completed': '{amount}件完了',
  'chart.orMore': '{amount}件以上：確率{chance}%',
  'chart.targetChance': '目標の{day}に間に合う確率は{chance} %です。',
};
