import { calibrationCurve, type Question } from './backtest.ts';

const SIDE = 320;
const MARGIN = 48;
const SHARES = Array.from({ length: 19 }, (_, position) => (position + 1) / 20);

const x = (share: number): number => Math.round(MARGIN + share * SIDE);
const y = (share: number): number => Math.round(MARGIN / 2 + (1 - share) * SIDE);

/** Draws how often reality came by each share of the trials; on the diagonal a forecast is honest. */
export function calibrationPlot(questions: readonly Question[]): string {
  const curve = calibrationCurve(questions, SHARES);
  const points = SHARES.map((share, position) => `${x(share)},${y(curve[position]!)}`);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const [width, height] = [SIDE + 1.5 * MARGIN, SIDE + 1.5 * MARGIN];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">Share of forecasts that held against the share of trials, on ${questions.length} questions to four real histories</title>
<style>
  text { font: 12px sans-serif; fill: #333 }
  .line { fill: none; stroke: #1d4ed8; stroke-width: 2 }
  .honest { stroke: #888; stroke-dasharray: 4 4 }
  .frame { fill: none; stroke: #888 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } .line { stroke: #93c5fd } }
</style>
<rect class="frame" x="${x(0)}" y="${y(1)}" width="${SIDE}" height="${SIDE}"/>
<line class="honest" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>
<polyline class="line" points="${points.join(' ')}"/>
${points
  .map((point) => point.split(','))
  .map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="#1d4ed8"/>`)
  .join('\n')}
${ticks.map((tick) => `<text x="${x(tick)}" y="${y(0) + 16}" text-anchor="middle">${tick * 100} %</text>`).join('\n')}
${ticks.map((tick) => `<text x="${x(0) - 6}" y="${y(tick) + 4}" text-anchor="end">${tick * 100} %</text>`).join('\n')}
<text x="${x(0.5)}" y="${y(0) + 36}" text-anchor="middle">forecast: share of trials done by a day</text>
<text x="${x(0.04)}" y="${y(0.94)}">reality: share of questions done by that day</text>
</svg>
`;
}
