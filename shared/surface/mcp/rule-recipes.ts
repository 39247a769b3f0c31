import { rules as texts } from '../../pages/messages/en/rules.ts';
import { ruleRecipes } from '../rules/rule-recipes.ts';

/** What people ask rules for, to start from; ids or names are to be put in place of capitals. */
export const describedRecipes = () =>
  ruleRecipes.map(({ id, rule }) => ({ about: texts[`rule.recipe.${id}`], rule }));
