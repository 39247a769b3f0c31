/* global element, startApp */

startApp('board', async (items, use) => {
  if (!Array.isArray(items) || items.length === 0) return [element('p', { textContent: 'No stories.' })];
  if (items[0].count !== undefined) return [countsOf(items)];
  const columns = Map.groupBy(items, ({ status }) => status || 'Other');
  const names = new Set([...(await workflowOf(items, use)), ...columns.keys()]);
  const shown = [...names].map((name) => columnOf(name, columns.get(name) || []));
  return [element('div', { className: 'board' }, shown)];
});

/** The names of the team's statuses in the order of its workflow, if the stories are of one team. */
async function workflowOf([first, ...others], use) {
  if (others.some(({ teamId }) => teamId !== first.teamId)) return [];
  const statuses = await use('list_statuses', { teamId: first.teamId });
  return (statuses || []).map(({ name }) => name);
}

function columnOf(status, stories) {
  const heading = element('h2', { textContent: status });
  heading.append(element('span', { className: 'quiet', textContent: ` ${stories.length}` }));
  const list = element(
    'ul',
    {},
    stories.map((story) => cardOf(story)),
  );
  return element('section', {}, [heading, list]);
}

function cardOf({ reference, title, assignee, estimateLabel, endDate, priority, claim }) {
  const facts = [
    assignee,
    estimateLabel,
    priority === 'none' ? undefined : priority,
    endDate && `due ${endDate.slice(0, 10)}`,
    claim && `claimed by ${claim.holder.name}`,
  ];
  return element('li', { className: 'card' }, [
    element('span', { className: 'quiet', textContent: reference }),
    element('p', { textContent: title }),
    element('p', { className: 'quiet small', textContent: facts.filter(Boolean).join(' · ') }),
  ]);
}

/** The counts of `groupBy`. */
function countsOf(groups) {
  const rows = groups.map(({ name, count, estimate }) =>
    element('tr', {}, [
      element('th', { scope: 'row', textContent: name }),
      ...[count, estimate].map((value) => element('td', { textContent: String(value ?? '') })),
    ]),
  );
  const heads = ['Group', 'Stories', 'Estimate'].map((text) =>
    element('th', { scope: 'col', textContent: text }),
  );
  return element('table', {}, [element('thead', {}, [element('tr', {}, heads)]), element('tbody', {}, rows)]);
}
