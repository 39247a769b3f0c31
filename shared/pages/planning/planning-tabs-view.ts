import { html, type Html } from '../../kernel/html/html.ts';
import { boardPath, objectivesPath } from '../../planning/page-paths.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** The pages of a team. */
export const planningTabs = (t: PageTexts, teamId: string, current: 'board' | 'objectives'): Html =>
  html`<nav class="tabs" aria-label="${t.text('board.pages')}">
    <ul class="plain">
      <li>
        <a href="${boardPath(teamId)}" ${current === 'board' && html`aria-current="page"`}
          >${t.text('board.board')}</a
        >
      </li>
      <li>
        <a href="${objectivesPath(teamId)}" ${current === 'objectives' && html`aria-current="page"`}
          >${t.text('objective.all')}</a
        >
      </li>
    </ul>
  </nav>`;
