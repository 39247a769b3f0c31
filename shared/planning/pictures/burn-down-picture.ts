import { line } from 'd3-shape';
import { html } from '../../kernel/html/html.ts';
import { captionOf, svgOf } from './canvas.ts';
import { chartFrame } from './frame.ts';
import { burnDownFacts, isEstimated, sinceFirstScope, untilEnd, type BurnDown } from './facts.ts';
import { freeLabel, type Point } from './free-label.ts';
import { directed, englishLook, type Look } from './look.ts';

interface Subject extends BurnDown {
  /** Of the sprint or objective. */
  name: string;
}

/** Pixels: of a picture that only says that there is nothing to draw. */
const EMPTY_HEIGHT = 110;

/** A burn-down as SVG: what remained at the end of each day since there were stories, and the ideal line to zero. */
export function burnDownPicture({ name, ...burnDown }: Subject, look: Look = englishLook()): string {
  const { words } = look;
  const days = sinceFirstScope(untilEnd(burnDown));
  const caption = captionOf(words.text('chart.burnDown', { name }), burnDownFacts(burnDown, words), look);
  const [first, last] = [days[0], days.at(-1)];
  const amounts = days.flatMap(({ remaining, ideal }) => [remaining, ideal]);
  if (!first || !last || amounts.every((amount) => amount === null || amount.stories === 0)) {
    const text = words.text(first ? 'chart.noStories' : 'chart.noDays');
    return svgOf(
      { ...caption, height: EMPTY_HEIGHT },
      html`<text x="${caption.width / 2}" y="${EMPTY_HEIGHT / 2 + 12}" text-anchor="middle"
        >${directed(text, words)}</text
      >`,
    );
  }
  const of = (series: 'remaining' | 'ideal') =>
    days.flatMap(({ day, [series]: amount }) => (amount ? [{ day, value: amount.estimate }] : []));
  const remaining = of('remaining');
  const ideal = of('ideal');
  const left = remaining.at(-1);
  const leftText = left && words.text('chart.left', { amount: left.value });
  const isOver = left?.day === last.day;
  const idealName = ideal
    .slice(-1)
    .map(({ value }) => ({ text: words.text('chart.ideal'), value, sample: 'guide' }));
  // Where both lines end in one point, only one of them is named there.
  const isIdealInside = isOver && !look.layout.hasNamesBelow && ideal.at(-1)?.value === left.value;
  const frame = chartFrame(
    {
      days: [new Date(first.day), new Date(last.day)],
      highest: Math.max(...amounts.map((amount) => amount?.estimate ?? 0)),
      unit: words.text(isEstimated(days) ? 'chart.estimateLeft' : 'chart.storiesLeft'),
      names: [
        ...(left && isOver ? [{ text: leftText!, value: left.value, sample: 'line' }] : []),
        ...(isIdealInside ? [] : idealName),
      ],
    },
    look,
  );
  const { x, y, axes, names, size, layout } = frame;
  const pointsOf = (series: readonly DayValue[]): Point[] =>
    series.map(({ day, value }) => ({ x: x(new Date(day)), y: y(value) }));
  const lines = [pointsOf(ideal), pointsOf(remaining)];
  const [idealPoints, leftPoints] = lines as [Point[], Point[]];
  const path = line<Point>(
    (point) => point.x,
    (point) => point.y,
  ).digits(1);
  const labelAt = (text: string, points: readonly Point[]) =>
    freeLabel(directed(text, words), points, lines, layout);
  return svgOf(
    { ...caption, ...size },
    html`${axes}
      <path class="guide" d="${path(idealPoints) ?? ''}" />
      <path class="line" d="${path(leftPoints) ?? ''}" />
      ${leftPoints.map(
        (point) => html`<circle class="mark" cx="${point.x.toFixed(1)}" cy="${point.y.toFixed(1)}" r="3" />`,
      )}
      ${names} ${left && !isOver && labelAt(leftText!, leftPoints.slice(-1))}
      ${isIdealInside && labelAt(words.text('chart.ideal'), fromMiddle(idealPoints))}`,
  );
}

interface DayValue {
  day: string;
  value: number;
}

/** The points of a line, those in its middle first. */
const fromMiddle = (points: readonly Point[]): Point[] => {
  const middle = (points.length - 1) / 2;
  return points
    .map((point, position) => ({ point, distance: Math.abs(position - middle) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ point }) => point);
};
