import { html } from '../../kernel/html/html.ts';
import { captionOf, px, svgOf } from './canvas.ts';
import { fanFacts, type Fan } from './facts.ts';
import { chartFrame, dayLabels } from './frame.ts';
import { directed, englishLook, type Look } from './look.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A forecast as a fan: from what remains today to the days on which nothing does, by probability. */
export function fanPicture(fan: Fan, look: Look = englishLook()): string {
  const { words, layout } = look;
  const { name, today, remaining, target } = fan;
  const caption = captionOf(
    words.text('chart.forecast', { name }),
    fanFacts(fan, words, look.nameOfDay),
    look,
  );
  const ends = [fan.p50, fan.p85, fan.p95];
  const known = ends.flatMap((end) => (end === null ? [] : [Date.parse(end)]));
  if (known.length === 0) {
    const text = directed(caption.description, words);
    return svgOf(
      caption,
      html`<text x="${caption.width / 2}" y="${caption.height / 2}" text-anchor="middle">${text}</text>`,
    );
  }
  const until = Math.max(...known, target === null ? 0 : Date.parse(target), today.getTime() + 7 * DAY_MS);
  const days: [Date, Date] = [today, new Date(until)];
  const labelOf = dayLabels(days, look);
  const samples = ['line', 'edge', 'guide'];
  const { x, y, axes, names, pointLabel, size } = chartFrame(
    {
      days,
      highest: remaining,
      unit: words.text('chart.storiesLeft'),
      names: ends.map((end, position) => {
        const chance = CHANCES[position]!;
        const text =
          end === null
            ? words.text('chart.later', { chance })
            : words.text('chart.by', { chance, day: labelOf(new Date(end)) });
        return { text, sample: samples[position]! };
      }),
    },
    look,
  );
  const from = `${px(x(today))},${px(y(remaining))}`;
  const foot = (end: string | null): string =>
    `${px(x(end === null ? new Date(until) : new Date(end)))},${px(y(0))}`;
  const wedge = (one: string | null, other: string | null) => `M${from}L${foot(one)}L${foot(other)}Z`;
  const [p50, p85, p95] = ends as [string | null, string | null, string | null];
  // A target of this morning is today.
  const atTarget = target === null ? 0 : Math.max(x(new Date(target)), layout.left);
  return svgOf(
    { ...caption, ...size },
    html`${axes}
      <path class="three" d="${wedge(p85, p95)}" />
      <path class="two" d="${wedge(p50, p85)}" />
      <path class="line" d="M${from}L${foot(p50)}" />
      <path class="edge" d="M${from}L${foot(p85)}" />
      <path class="guide" d="M${from}L${foot(p95)}" />
      ${
        target !== null &&
        html`<path class="warn" d="M${px(atTarget)},${px(y(0))}V${layout.top}" />
          ${pointLabel(words.text('chart.target', { day: labelOf(new Date(target)) }), { x: atTarget, y: layout.top })}`
      }
      ${names}`,
  );
}

const CHANCES = [50, 85, 95];
