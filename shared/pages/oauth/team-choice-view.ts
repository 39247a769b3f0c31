import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { teamField, type PersonTeam } from './person-teams.ts';

/** A group of checkboxes for teams, each with its workspace where there are several. */
export function teamChoice(
  teams: readonly PersonTeam[],
  { legend, hint, ticked }: { legend: string; hint: string; ticked: boolean },
): Fragment {
  if (teams.length === 0) return false;
  const isSeveral = new Set(teams.map(({ workspaceName }) => workspaceName)).size > 1;
  return html`<fieldset>
    <legend>${legend}</legend>
    <p class="hint">${hint}</p>
    ${teams.map((team) => checkbox(team, isSeveral, ticked))}
  </fieldset>`;
}

const checkbox = ({ id, name, code, workspaceName }: PersonTeam, isSeveral: boolean, ticked: boolean): Html =>
  html`<p>
    <label
      ><input type="checkbox" name="${teamField(id)}" ${ticked && html`checked`} />
      <bdi>${name} (${code})</bdi
      >${isSeveral && html` <span class="quiet">in <bdi>${workspaceName}</bdi></span>`}</label
    >
  </p>`;
