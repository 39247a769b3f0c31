/* global drawn, element, startApp */

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 40;
const BOTTOM = 24;

startApp('burn-down', async (sprint) => {
  const days = sprint.burnDown || [];
  const heading = element('h1', { textContent: sprint.name || 'Sprint' });
  if (days.length === 0) return [heading, element('p', { textContent: 'There are no days to show yet.' })];
  return [heading, chartOf(days, sprint.facts || ''), ...(sprint.facts ? [factsOf(sprint.facts)] : [])];
});

const factsOf = (facts) => element('p', { className: 'quiet', textContent: facts });

function chartOf(days, facts) {
  const amount = (day, name) => (day[name] ? day[name].estimate : undefined);
  const highest = Math.max(
    1,
    ...days.flatMap((day) => [amount(day, 'remaining') ?? 0, amount(day, 'ideal') ?? 0]),
  );
  const x = (index) => LEFT + (index * (WIDTH - LEFT - 10)) / Math.max(1, days.length - 1);
  const y = (value) => 10 + (HEIGHT - BOTTOM - 10) * (1 - value / highest);
  const pointsOf = (name) =>
    days.flatMap((day, index) => {
      const value = amount(day, name);
      return value === undefined ? [] : [`${x(index).toFixed(1)},${y(value).toFixed(1)}`];
    });
  const label = (left, top, text, anchor = 'start') =>
    drawn('text', { x: left, y: top, 'text-anchor': anchor }, text);
  const chart = drawn('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': facts });
  chart.append(
    drawn('path', { class: 'axis', d: `M${LEFT},10V${y(0)}H${WIDTH - 10}` }),
    drawn('polyline', { class: 'guide', points: pointsOf('ideal').join(' ') }),
    drawn('polyline', { class: 'line', points: pointsOf('remaining').join(' ') }),
    label(LEFT - 6, y(highest) + 4, String(highest), 'end'),
    label(LEFT - 6, y(0), '0', 'end'),
    label(LEFT, HEIGHT - 6, days[0].day),
    label(WIDTH - 10, HEIGHT - 6, days.at(-1).day, 'end'),
  );
  return chart;
}
