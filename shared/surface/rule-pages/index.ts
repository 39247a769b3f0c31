import { page } from '../../pages/kit/page.ts';
import { pageRoutes } from '../../pages/kit/page-routes.ts';
import { recipePath, rulePath, rulesPath } from '../../planning/paths/page-paths.ts';

const RULE = rulePath('{teamId}', '{ruleId}');
const RECIPE = recipePath('{teamId}', '{recipe}');

/** The pages on which members read what rules do and would have done, switch them on, and take back what they did. */
const pages = [
  page({
    id: 'showRules',
    path: rulesPath('{teamId}'),
    code: () => import('./rules-page.ts'),
  }),
  page({
    id: 'showRuleRecipe',
    path: RECIPE,
    keepsDrafts: true,
    requests: 5,
    code: () => import('./recipe-page.ts'),
    forms: { createRuleOfTeam: RECIPE },
  }),
  page({
    id: 'showRule',
    path: RULE,
    requests: 5,
    code: () => import('./rule-page.ts'),
    forms: { switchRule: `${RULE}/switch`, editRule: `${RULE}/edit`, removeRule: `${RULE}/delete` },
  }),
  page({
    id: 'showRulePreview',
    path: `${RULE}/preview`,
    // As many as the preview itself.
    requests: 40,
    code: () => import('./preview-page.ts'),
  }),
  page({
    id: 'showRuleReversal',
    path: `${RULE}/revert`,
    requests: 10,
    code: () => import('./reversal-page.ts'),
    forms: { revertRuleOfTeam: `${RULE}/revert` },
  }),
];

export const ruleRoutes = pageRoutes(
  async () => (await import('../../pages/planning/members.ts')).members,
  pages,
);
