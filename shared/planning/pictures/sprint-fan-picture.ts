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
      stories,
      text: say(words.text('chart.orMore', { amount: stories, chance })),
    }));
  return svgOf(
    caption,
    html`${part('work', 0, total)} ${part('one', 0, completed)} ${part('two', completed, p50)}
    ${part('three', p50, p85)} ${rectangleEdge(width)}
    ${completed > 0 && html`<text x="${left}" y="${top - 8}">${say(words.text('chart.completed', { amount: completed }))}</text>`}
    ${ends.map(
      ({ stories }, row) =>
        html`<line
          class="axis"
          x1="${px(x(stories))}"
          x2="${px(x(stories))}"
          y1="${top}"
          y2="${rowAt(row)}"
        />`,
    )}
    ${ends.map(({ stories, text }, row) => {
      const isLeft = x(stories) + 4 + textWidth(text) > width - right;
      return html`<text
        class="halo"
        x="${px(x(stories) + (isLeft ? -4 : 4))}"
        y="${rowAt(row)}"
        text-anchor="${isLeft ? 'end' : 'start'}"
        >${text}</text
      >`;
    })}
    ${count}`,
  );
}

/** The baseline of a label; the one of the leftmost line is the lowest, so that lines pass next to the others. */
const rowAt = (row: number): number => SIZE.top + SIZE.bar + 20 + 18 * (2 - row);

const rectangleEdge = (width: number) => {
  const { left, right, top, bar } = SIZE;
  return html`<rect class="edge" x="${left}" y="${top}" width="${width - left - right}" height="${bar}" />`;
};
