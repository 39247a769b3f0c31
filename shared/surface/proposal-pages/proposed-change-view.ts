import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { inEnglish } from '../../pages/session/page-error.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { commentPath, objectivePath, sprintPath, storyPath } from '../../planning/paths/page-paths.ts';
import { rowsOf, textIn, titleIn, type ShownChange } from './proposed-fields.ts';
import { nameOfKind, wordsOf } from './proposed-names.ts';
import { fieldRow } from './proposed-row-view.ts';
import type { ShowingChanges } from './shown-proposal.ts';

const verbs: Readonly<Record<string, PlainText>> = {
  create: 'proposal.create',
  update: 'proposal.change',
  delete: 'story.deleteFile',
  restore: 'story.restore',
  archive: 'story.archive',
  unarchive: 'story.unarchive',
  watch: 'story.watch',
  unwatch: 'story.unwatch',
};

/** What an operation does, and to what kind of thing. */
function changeHeading(t: PageTexts, { operation, resource }: ShownChange): Fragment {
  const verb = verbs[/^[a-z]+/.exec(operation)![0]];
  if (verb === undefined) return wordsOf(operation);
  return html`${t.text(verb)} · ${nameOfKind(t, resource)}`;
}

interface Placed {
  position: number;
  /** Whether the reader can tick it, to accept it, and whether it is; undefined if they cannot. */
  isTicked: boolean | undefined;
}

/** A change with what it sets, what it sets it from, and what has become of it. */
export function changeView(shown: ShowingChanges, change: ShownChange, { position, isTicked }: Placed): Html {
  const { t } = shown;
  const { id, before, after, isStale } = change;
  const isOfOneTeam = shown.proposal.teamIds.length === 1;
  // The story of what has no name of its own stands above.
  const isNamed = titleIn(before ?? after) !== undefined;
  const rows = rowsOf(change).filter(
    ({ field }) => !(field === 'teamId' && isOfOneTeam) && (isNamed || field !== 'storyId'),
  );
  const isUpdate = before !== null && after !== null;
  const [heading, name] = [`heading-${position}`, `name-${position}`];
  return html`<li class="card change">
    <header>
      ${
        isTicked !== undefined &&
        html`<input
          type="checkbox"
          name="changes:${id}"
          form="accept"
          aria-labelledby="${heading} ${name}"
          ${isTicked && html`checked`}
        />`
      }
      <div>
        <p class="change-heading" id="${heading}">${changeHeading(t, change)}</p>
        <h2 id="${name}" dir="auto">${nameView(shown, change)}</h2>
      </div>
      ${stateView(shown, change)}
    </header>
    ${isStale && html`<p class="notice">${t.text('proposal.stale')}</p>`} ${problemView(t, change)}
    ${
      rows.length > 0 &&
      html`<table aria-labelledby="${heading} ${name}">
        <colgroup>
          <col class="names" />
          <col span="${isUpdate ? 2 : 1}" />
        </colgroup>
        <thead class="${isUpdate ? '' : 'hidden'}">
          <tr>
            <th scope="col">${t.text('proposal.field')}</th>
            ${
              isUpdate
                ? html`<th scope="col">${t.text('proposal.before')}</th>
                    <th scope="col">${t.text('proposal.after')}</th>`
                : html`<th scope="col">${t.text(after === null ? 'proposal.before' : 'proposal.after')}</th>`
            }
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => fieldRow(shown, change, row))}
        </tbody>
      </table>`
    }
  </li>`;
}

/** What a resource is called, as a link to it where it is there and has a page. */
function nameView({ t, team, nameOf }: ShowingChanges, change: ShownChange): Fragment {
  const { before, after, resource, resourceId, state } = change;
  const fields = before ?? after;
  const storyId = textIn(fields, 'storyId');
  // The number of a story is drawn when it is made.
  const reference = before && textIn(before, 'reference');
  const title = titleIn(fields) ?? (storyId && nameOf(storyId));
  const named = html`${reference} ${title ? html`<bdi>${title}</bdi>` : nameOfKind(t, resource)}`;
  const isThere = after !== null && (before !== null || state === 'applied');
  if (resourceId === null || !isThere) return named;
  const paths: Readonly<Record<string, string | undefined>> = {
    story: storyPath(resourceId),
    objective: objectivePath(resourceId),
    sprint: sprintPath(textIn(fields, 'teamId') ?? team.id, resourceId),
    comment: storyId && commentPath(storyId, resourceId),
  };
  return paths[resource] ? html`<a href="${paths[resource]}">${named}</a>` : named;
}

const states = { applied: 'completed', conflict: 'reviewing', refused: 'closed' } as const;

function stateView({ t, proposal }: ShowingChanges, { state }: ShownChange): Fragment {
  if (state !== 'open')
    return html`<span class="status ${states[state]}">${t.text(`proposal.${state}`)}</span>`;
  const isLeft = proposal.status === 'accepted' || proposal.status === 'partly_accepted';
  return isLeft && html`<span class="status pending">${t.text('proposal.left')}</span>`;
}

const reasons: Readonly<Record<string, PlainText>> = {
  version_conflict: 'proposal.changedSince',
  not_found: 'problem.gone',
  insufficient_role: 'proposal.notAllowed',
  insufficient_scope: 'proposal.notAllowed',
};

function problemView(t: PageTexts, { problem }: ShownChange): Fragment {
  if (problem === null) return undefined;
  const reason = reasons[problem.code];
  return html`<p class="notice bad">
    ${reason === undefined ? inEnglish(problem.message) : t.text(reason)}
  </p>`;
}
