import { html, type Fragment } from '../../kernel/html/html.ts';
import { rules as texts } from '../../pages/messages/en/rules.ts';
import { ruleRecipes } from '../rules/rule-recipes.ts';
import { block } from './guide.ts';

/** The recipes as bodies that can be pasted. */
export const recipeBlocks = (): Fragment =>
  html`${ruleRecipes.map(({ id, rule }) => block(texts[`rule.recipe.${id}`], JSON.stringify(rule, null, 2)))}`;
