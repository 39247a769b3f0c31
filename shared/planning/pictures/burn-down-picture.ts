import { line } from 'd3-shape';
import { html } from '../../kernel/html/html.ts';
import { captionOf, svgOf } from './canvas.ts';
import { chartFrame } from './frame.ts';
import { burnDownFacts, sinceFirstScope, type BurnDownDays } from './facts.ts';
import { directed, englishLook, type Look } from './look.ts';

interface Subject {
  /** Of the sprint or objective. */
  name: string;
  days: BurnDownDays;
}

/** A burn-down as SVG: what remained at the end of each day since there were stories, and the ideal line to zero. */
export function burnDownPicture({ name, days: all }: Subject, look: Look = englishLook()): string {
  const { words } = look;
  const days = sinceFirstScope(all);
  const caption = captionOf(words.text('chart.burnDown', { name }), burnDownFacts(days, words), look);
  const [first, last] = [days[0], days.at(-1)];
  const amounts = days.flatMap(({ remaining, ideal }) => [remaining, ideal]);
  if (!first || !last || amounts.every((amount) => amount === null || amount.stories === 0)) {
    const text = words.text(first ? 'chart.noStories' : 'chart.noDays');
    return svgOf(
      caption,
      html`<text x="${caption.width / 2}" y="${caption.height / 2}" text-anchor="middle"
        >${directed(text, words)}</text
      >`,
    );
  }
  const of = (series: 'remaining' | 'ideal') =>
    days.flatMap(({ day, [series]: amount }) => (amount ? [{ day, value: amount.estimate }] : []));
  const [remaining, ideal] = [of('remaining'), of('ideal')];
  const isInStories = days.every(
    (day) => day.remaining === null || day.remaining.stories === day.remaining.estimate,
  );
  const left = remaining.at(-1);
  const leftText = left && words.text('chart.left', { amount: left.value });
  const isOver = left?.day === last.day;
  const frame = chartFrame(
    {
      days: [new Date(first.day), new Date(last.day)],
      highest: Math.max(...amounts.map((amount) => amount?.estimate ?? 0)),
      unit: words.text(isInStories ? 'chart.storiesLeft' : 'chart.estimateLeft'),
      names: [
        ...(left && isOver ? [{ text: leftText!, value: left.value, sample: 'line' }] : []),
        ...ideal.slice(-1).map(({ value }) => ({ text: words.text('chart.ideal'), value, sample: 'guide' })),
      ],
    },
    look,
  );
  const { x, y, axes, names, pointLabel, size } = frame;
  const path = line<{ day: string; value: number }>(
    ({ day }) => x(new Date(day)),
    ({ value }) => y(value),
  ).digits(1);
  return svgOf(
    { ...caption, ...size },
    html`${axes}
      <path class="guide" d="${path(ideal) ?? ''}" />
      <path class="line" d="${path(remaining) ?? ''}" />
      ${remaining.map(
        ({ day, value }) =>
          html`<circle class="mark" cx="${x(new Date(day)).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3" />`,
      )}
      ${names} ${left && !isOver && pointLabel(leftText!, { x: x(new Date(left.day)), y: y(left.value) })}`,
  );
}
