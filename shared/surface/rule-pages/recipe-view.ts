import type { Team } from '../../identity/team/team.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { FormTools } from '../../pages/kit/form-tools.ts';
import { toolsOutcome } from '../../pages/kit/form-tools.ts';
import { areaField, button, selectField, teamForm, textField } from '../../pages/kit/form-view.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { boardPath, recipePath, rulesPath } from '../../planning/paths/page-paths.ts';
import type { RuleRecipe } from '../rules/rule-recipes.ts';

/** What a recipe leaves to be chosen, and what it is called. */
const places = {
  UNSTARTED_STATUS_ID: 'story.status',
  COMPLETED_STATUS_ID: 'story.status',
  OTHER_TEAM_ID: 'rule.toTeam',
  LABEL_ID: 'board.label',
  SPRINT_ID: 'story.sprint',
} as const satisfies Record<string, PlainText>;

export type RecipePlace = keyof typeof places;

/** What has to be chosen for a recipe. */
export const placesIn = ({ rule }: RuleRecipe): RecipePlace[] =>
  (Object.keys(places) as RecipePlace[]).filter((place) =>
    new RegExp(`\\b${place}\\b`).test(JSON.stringify(rule)),
  );

/** The texts that the actions of a rule write. */
export const wordsIn = ({ then }: RuleRecipe['rule']) =>
  then.flatMap(({ input }, position) =>
    ['title', 'content'].flatMap((field) =>
      typeof input[field] === 'string' ? [{ position, field, text: input[field] }] : [],
    ),
  );

interface ShownRecipe {
  t: PageTexts;
  tools: FormTools;
  team: Pick<Team, 'id' | 'name'>;
  recipe: RuleRecipe;
  choices: readonly (readonly [RecipePlace, readonly { id: string; name: string }[]])[];
}

/** The form that makes a rule of a recipe. */
export function recipeView({ t, tools, team, recipe, choices }: ShownRecipe): Html {
  const { form, problem } = tools;
  const action = recipePath(team.id, recipe.id);
  const filter = recipe.rule.if ?? '';
  const title = t.text(`rule.recipe.${recipe.id}`);
  return html`<header class="intro">
      <p class="crumbs">
        <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        <a href="${rulesPath(team.id)}">${t.text('rule.all')}</a>
      </p>
      <h1>${title}</h1>
      <p class="hint">${t.text('rule.recipesText')}</p>
    </header>
    ${toolsOutcome(tools, undefined, action)}
    <div class="narrow">
      ${teamForm(
        tools,
        action,
        {},
        html`${textField('name', t.text('sprint.name'), {
            name: 'name',
            value: form['name'] ?? title.slice(0, 100),
            required: true,
            max: 100,
            problem,
          })}
          ${choices.map(([place, all]) =>
            selectField(place, t.text(places[place]), {
              name: place,
              choices: all.map(({ id, name }) => ({ value: id, text: name })),
              chosen: form[place] ?? '',
              problem,
            }),
          )}
          ${
            filter !== '' &&
            !filter.includes('_ID') &&
            textField('if', t.text('board.filter'), {
              name: 'if',
              value: form['if'] ?? filter,
              max: 500,
              problem,
              hint: t.text('rule.filterHint'),
            })
          }
          ${wordsIn(recipe.rule).map(({ position, text }) =>
            areaField(`words-${position}`, t.text('proposal.text'), {
              name: `words-${position}`,
              value: form[`words-${position}`] ?? text,
              required: true,
              max: 2000,
              length: 'short',
              problem,
              hint: t.text('rule.textHint'),
            }),
          )}
          <div class="send">
            ${button(t.text('rule.make'))}
            <a class="cancel" href="${rulesPath(team.id)}">${t.text('button.cancel')}</a>
          </div>`,
      )}
    </div>`;
}
