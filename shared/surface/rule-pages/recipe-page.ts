import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { needed } from '../../pages/kit/form.ts';
import { run } from '../../pages/kit/run-operation.ts';
import type { MemberCall } from '../../pages/planning/member-call.ts';
import { memberForm, memberPage } from '../../pages/planning/member-page.ts';
import { PageError } from '../../pages/session/page-error.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { rulePath } from '../../planning/paths/page-paths.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { toTeam } from '../../identity/team/team-store.ts';
import { createRule } from '../rules/create-rule.ts';
import { ruleRecipes, type RuleRecipe } from '../rules/rule-recipes.ts';
import { placesIn, recipeView, type RecipePlace } from './recipe-view.ts';
import { typedFilter, withTyped } from './rule-fields.ts';

/** The most of a kind that one can choose from. */
const CHOICES_MAX = 100;

function recipeOf({ call }: Pick<MemberCall, 'call'>): RuleRecipe {
  const recipe = ruleRecipes.find(({ id }) => id === call.request.parameters['recipe']);
  if (!recipe) throw notFound('page');
  return recipe;
}

/** A recipe, with what has to be chosen before it is a rule. */
export const page = memberPage({
  load(asked) {
    const recipe = recipeOf(asked);
    const query = { teamId: asked.teamId, limit: CHOICES_MAX };
    const statusesOf = async (wanted: StatusCategory) =>
      (await run(asked, listStatuses, { query })).filter(({ category }) => category === wanted);
    const lists: Record<RecipePlace, () => Promise<{ id: string; name: string }[]>> = {
      UNSTARTED_STATUS_ID: () => statusesOf('unstarted'),
      COMPLETED_STATUS_ID: () => statusesOf('completed'),
      OTHER_TEAM_ID: async () => [],
      LABEL_ID: () => run(asked, listLabels, { query }),
      SPRINT_ID: () => run(asked, listSprints, { query }),
    };
    const choices = placesIn(recipe).map(async (place) => [place, await lists[place]()] as const);
    return { recipe, choices: Promise.all(choices) };
  },
  view: ({ recipe, choices }, { t, teams, item, tools }) => ({
    title: t.text(`rule.recipe.${recipe.id}`),
    body: recipeView({
      t,
      tools,
      recipe,
      team: toTeam(item),
      choices: choices.map(([place, all]) => [
        place,
        place === 'OTHER_TEAM_ID' ? teams.filter(({ id }) => id !== toTeam(item).id) : all,
      ]),
    }),
  }),
});

/** The rule that a recipe and what was chosen make, switched off. Throws a 400 for what was not chosen. */
function ruleOf({ rule: recipe }: RuleRecipe, teamId: string, sent: Form): Record<string, unknown> {
  const filled = JSON.stringify(recipe).replaceAll(/\b[A-Z_]+_ID\b/g, (place) => {
    const { data: id } = uuid().safeParse(place === 'TEAM_ID' ? teamId : sent[place]);
    if (id === undefined) throw new PageError(400, 'error.refused', 'rule.choose', { field: place });
    return id;
  });
  const rule = JSON.parse(filled) as RuleRecipe['rule'];
  const filter = typedFilter(sent);
  return {
    ...rule,
    name: '',
    enabled: false,
    ...(filter !== undefined && { if: filter }),
    then: withTyped(rule.then, sent),
  };
}

export const forms = {
  createRuleOfTeam: memberForm({
    operation: createRule,
    fields: { name: needed('name') },
    body: (person, sent) => ruleOf(recipeOf(person), person.teamId, sent),
    done: ({ teamId }, { id }) => `${rulePath(teamId, id)}/preview?done=made`,
  }),
};
