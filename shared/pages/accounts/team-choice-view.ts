import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { teamField, type PersonTeam } from './person-teams.ts';

/** A group of checkboxes for teams, each with its workspace where there are several. */
export function teamChoice(
  t: PageTexts,
  teams: readonly PersonTeam[],
  { legend, hint, ticked }: { legend: PlainText; hint: PlainText; ticked: boolean },
): Fragment {
  if (teams.length === 0) return false;
  const isSeveral = new Set(teams.map(({ workspaceName }) => workspaceName)).size > 1;
  return html`<fieldset>
    <legend>${t.text(legend)}</legend>
    <p class="hint">${t.text(hint)}</p>
    ${teams.map(
      (team) =>
        html`<p>
          <label
            ><input type="checkbox" name="${teamField(team.id)}" ${ticked && html`checked`} />
            ${teamName(team, isSeveral, t)}</label
          >
        </p>`,
    )}
  </fieldset>`;
}

function teamName({ name, code, workspaceName }: PersonTeam, isSeveral: boolean, t: PageTexts): Html {
  const team = html`<bdi>${name} (${code})</bdi>`;
  return isSeveral
    ? t.markup('consent.teamIn', { team, workspace: html`<bdi>${workspaceName}</bdi>` })
    : team;
}
