import { html } from '../../kernel/html/html.ts';
import { captionOf, px, svgOf } from './canvas.ts';
import { sprintFanFacts, type SprintFan } from './facts.ts';
import { directed, englishLook, type Look } from './look.ts';
import { textWidth } from './text-width.ts';

/** Pixels. */
const SIZE = { height: 190, left: 16, right: 16, top: 62, bar: 44 } as const;

/** A forecast of a sprint as a bar of its stories: how many are completed by its end, by probability. */
export function sprintFanPicture(fan: SprintFan, look: Look = englishLook()): string {
  const { title, total, completed, expected } = fan;
  const { words } = look;
  const { height, left, right, top, bar } = SIZE;
  const caption = { ...captionOf(title, sprintFanFacts(fan, words), look), height };
  const { width } = caption;
  const say = (text: string) => directed(text, words);
  if (!expected || total === 0)
    return svgOf(caption, html`<text x="${left}" y="${top + 20}">${say(caption.description)}</text>`);
  const count = html`<text x="${width - right}" y="${top - 8}" text-anchor="end"
    >${say(words.text('chart.stories', { count: total }))}</text
  >`;
  if (completed === total)
    return svgOf(
      caption,
      html`<rect class="one" x="${left}" y="${top}" width="${width - left - right}" height="${bar}" />
        ${rectangleEdge(width)} ${count}
        <text x="${left}" y="${top + bar + 24}">${say(caption.description)}</text>`,
    );
  const x = (stories: number) => left + (stories / total) * (width - left - right);
  const part = (name: string, from: number, to: number) =>
    html`<rect
      class="${name}"
      x="${px(x(from))}"
      y="${top}"
      width="${px(x(to) - x(from))}"
      height="${bar}"
    />`;
  const { p15, p50, p85 } = expected;
  // Of the same number, the surest says it all.
  const ends = [
    { stories: p15, chance: 85 },
    { stories: p50, chance: 50 },
    { stories: p85, chance: 15 },
  ]
    .filter(({ stories }, n, all) => all.findIndex((one) => one.stories === stories) === n)
    .map(({ stories, chance }) => ({
      at: x(stories),
      text: say(words.text('chart.orMore', { amount: stories, chance })),
    }));
  const labels = placed(ends, left, width - right);
  return svgOf(
    caption,
    html`${part('work', 0, total)} ${part('one', 0, completed)} ${part('two', completed, p50)}
    ${part('three', p50, p85)} ${rectangleEdge(width)}
    ${completed > 0 && html`<text x="${left}" y="${top - 8}">${say(words.text('chart.completed', { amount: completed }))}</text>`}
    ${labels.map(({ at }, row) => html`<line class="axis" x1="${px(at)}" x2="${px(at)}" y1="${top}" y2="${rowAt(row)}" />`)}
    ${labels.map(
      ({ at, text, isLeft }, row) =>
        html`<text
          class="halo"
          x="${px(at + (isLeft ? -GAP : GAP))}"
          y="${rowAt(row)}"
          text-anchor="${isLeft ? 'end' : 'start'}"
          >${text}</text
        >`,
    )}
    ${count}`,
  );
}

interface End {
  at: number;
  text: string;
}

/**
 * The labels of lines from the lowest, all on one side of their lines if there is room. The line that is farthest from
 * where the labels go has the lowest one, so that no line passes through the label of another.
 */
function placed(ends: readonly End[], from: number, to: number): (End & { isLeft: boolean })[] {
  const fitsLeft = ({ at, text }: End) => at - GAP - textWidth(text) >= from;
  const fitsRight = ({ at, text }: End) => at + GAP + textWidth(text) <= to;
  const areLeft = !ends.every(fitsRight) && ends.every(fitsLeft);
  const labels = ends.map((end) => ({ ...end, isLeft: areLeft || !fitsRight(end) }));
  const [onLeft, onRight] = [labels.filter(({ isLeft }) => isLeft), labels.filter(({ isLeft }) => !isLeft)];
  return [...onRight, ...onLeft.toReversed()];
}

/** Pixels between a line and its label. */
const GAP = 4;

/** The baseline of a label; the first is the lowest. */
const rowAt = (row: number): number => SIZE.top + SIZE.bar + 20 + 18 * (2 - row);

const rectangleEdge = (width: number) => {
  const { left, right, top, bar } = SIZE;
  return html`<rect class="edge" x="${left}" y="${top}" width="${width - left - right}" height="${bar}" />`;
};
