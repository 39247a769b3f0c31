/* global element, startApp */

const DAY_MS = 24 * 60 * 60 * 1000;

startApp('roadmap', async (objectives) => {
  if (!Array.isArray(objectives) || objectives.length === 0)
    return [element('p', { textContent: 'No objectives.' })];
  const dated = objectives.filter(({ startDate, endDate }) => startDate || endDate);
  const undated = objectives.filter((objective) => !dated.includes(objective));
  return [
    ...(dated.length > 0 ? [timelineOf(dated)] : []),
    ...(undated.length > 0
      ? [
          element('h2', { textContent: 'Without dates' }),
          element(
            'ul',
            {},
            undated.map((one) => element('li', {}, [wordsOf(one)])),
          ),
        ]
      : []),
  ];
});

function timelineOf(objectives) {
  const spans = objectives.map((objective) => {
    const { startDate, endDate } = objective;
    const end = Date.parse(endDate || startDate);
    return { objective, start: Date.parse(startDate || endDate), end: end + DAY_MS };
  });
  const first = Math.min(...spans.map(({ start }) => start));
  const length = Math.max(...spans.map(({ end }) => end)) - first;
  const percent = (time) => `${((time / length) * 100).toFixed(2)}%`;
  const rows = spans
    .sort((one, other) => one.start - other.start)
    .map(({ objective, start, end }) => {
      const bar = element('span', { className: `bar ${healthOf(objective)}` });
      bar.style.marginLeft = percent(start - first);
      bar.style.width = percent(end - start);
      return element('li', {}, [wordsOf(objective), element('div', { className: 'track' }, [bar])]);
    });
  return element('ul', { className: 'roadmap' }, rows);
}

const healthOf = ({ health }) => (['at_risk', 'off_track'].includes(health) ? health : 'on_track');

function wordsOf({ name, startDate, endDate, storyCounts, health }) {
  const dates = [startDate, endDate].filter(Boolean).map((date) => date.slice(0, 10));
  const done =
    storyCounts && storyCounts.total ? `${storyCounts.completed} of ${storyCounts.total} done` : '';
  const facts = [dates.join(' to '), done, health ? health.replace('_', ' ') : '']
    .filter(Boolean)
    .join(' · ');
  return element('p', {}, [name, element('span', { className: 'quiet small', textContent: ` ${facts}` })]);
}
