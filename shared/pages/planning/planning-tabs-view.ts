import { html, type Html } from '../../kernel/html/html.ts';
import {
  boardPath,
  objectivesPath,
  proposalsPath,
  rulesPath,
  sprintsPath,
} from '../../planning/paths/page-paths.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** The pages of a team, which has one of sprints if it works in them. */
export function planningTabs(
  t: PageTexts,
  team: { id: string; sprintsEnabled: boolean },
  current: 'board' | 'sprints' | 'objectives' | 'proposals' | 'rules',
): Html {
  const tabs = [
    { name: 'board', path: boardPath(team.id), text: t.text('board.board') },
    ...(team.sprintsEnabled
      ? [{ name: 'sprints', path: sprintsPath(team.id), text: t.text('sprint.all') }]
      : []),
    { name: 'objectives', path: objectivesPath(team.id), text: t.text('objective.all') },
    { name: 'proposals', path: proposalsPath(team.id), text: t.text('proposal.all') },
    { name: 'rules', path: rulesPath(team.id), text: t.text('rule.all') },
  ];
  return html`<nav class="tabs" aria-label="${t.text('board.pages')}">
    <ul class="plain">
      ${tabs.map(
        ({ name, path, text }) =>
          html`<li><a href="${path}" ${name === current && html`aria-current="page"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;
}
