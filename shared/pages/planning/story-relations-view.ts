import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { storyActPath, storyPath } from '../../planning/paths/page-paths.ts';
import { relationTypes, type RelatedStory } from '../../planning/story/story-relations.ts';
import { button, outcomeOf, outcomeView, revealed, selectField, teamForm } from '../kit/form-view.ts';
import { storyMatchField } from './story-match-view.ts';
import { removableList, removeButton } from './removable-view.ts';
import type { ShownStory } from './shown-story.ts';
import { statusName } from './story-parts-view.ts';
import { RELATIONS } from './story-places.ts';

const outcomes = { relation: 'story.relationAdded', unrelate: 'story.relationRemoved' } as const;

/** The stories that a story has to do with, and the form that relates it to another. */
export function storyRelationsView(shown: ShownStory): Fragment {
  const { t, story, relations, choices, done } = shown;
  return (
    (relations.length > 0 || choices !== undefined) &&
    html`<section aria-labelledby="${RELATIONS}">
      <h2 id="${RELATIONS}" tabindex="-1">${t.text('story.relations')}</h2>
      ${outcomeView(outcomeOf(t, outcomes, done), undefined)}
      ${removableList(
        shown,
        storyActPath(story.id, 'unrelate'),
        relations.map(({ id, type, relatedStory }) => {
          const what = relatedStory?.reference ?? t.text('tools.otherStory');
          return html`<span class="hint">${t.text(`story.${type}`)}</span>
            ${relatedStory === null ? what : linkedStory(shown, relatedStory)}
            ${removeButton(shown, 'relationId', id, what)}`;
        }),
      )}
      ${choices && relationForm(shown)}
    </section>`
  );
}

/** A link to another story, and its status. */
export function linkedStory({ t, statuses }: ShownStory, story: RelatedStory): Fragment {
  const { id, reference, title, statusId, statusCategory } = story;
  const name = statuses.find((one) => one.id === statusId)?.name ?? t.text(`story.${statusCategory}`);
  return html`<a href="${storyPath(id)}">${reference} <bdi>${title}</bdi></a>
    ${statusName(name, statusCategory)}`;
}

function relationForm(shown: ShownStory): Html {
  const { t, story, form } = shown;
  return revealed(
    t.text('story.addRelation'),
    teamForm(
      shown,
      storyActPath(story.id, 'relate'),
      {},
      html`${selectField('relation', t.text('story.thisStory'), {
          name: 'relation',
          choices: relationTypes.map((value) => ({ value, text: t.text(`story.${value}`) })),
          chosen: form['relation'] ?? 'relates_to',
        })}
        ${storyMatchField(shown, t.text('story.otherStory'))}
        <div class="send">${button(t.text('story.add'))}</div>`,
    ),
    form['relation'] !== undefined,
  );
}
