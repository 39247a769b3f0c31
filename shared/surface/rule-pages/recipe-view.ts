import type { Team } from '../../identity/team/team.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { FormTools } from '../../pages/kit/form-tools.ts';
import { toolsOutcome } from '../../pages/kit/form-tools.ts';
import { button, selectField, teamForm } from '../../pages/kit/form-view.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { boardPath, recipePath, rulesPath } from '../../planning/paths/page-paths.ts';
import type { RuleRecipe } from '../rules/rule-recipes.ts';
import { nameField, wordFields } from './rule-fields.ts';

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
        html`${nameField(tools, title.slice(0, 100))}
          ${choices.map(([place, all]) =>
            selectField(place, t.text(places[place]), {
              name: place,
              choices: all.map(({ id, name }) => ({ value: id, text: name })),
              chosen: form[place] ?? '',
              problem,
            }),
          )}
          ${wordFields(tools, { then: recipe.rule.then, ...(filter !== '' && !filter.includes('_ID') && { filter }) })}
          <div class="send">
            ${button(t.text('rule.make'))}
            <a class="cancel" href="${rulesPath(team.id)}">${t.text('button.cancel')}</a>
          </div>`,
      )}
    </div>`;
}
