import type { Rule } from '../../events/rules/rule.ts';
import type { Team } from '../../identity/team/team.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { outcomeOf, outcomeView } from '../../pages/kit/form-view.ts';
import { agoElement } from '../../pages/messages/times-view.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import { planningTabs } from '../../pages/planning/planning-tabs-view.ts';
import { inEnglish } from '../../pages/session/page-error.ts';
import { boardPath, recipePath, rulePath } from '../../planning/paths/page-paths.ts';
import { ruleRecipes } from '../rules/rule-recipes.ts';

interface ShownRules {
  t: PageTexts;
  team: Pick<Team, 'id' | 'name' | 'sprintsEnabled'>;
  /** The newest first; undefined for guests. */
  rules: readonly Rule[] | undefined;
  isAdmin: boolean;
  done: string | undefined;
}

/** Rules with what they did, and recipes for new ones. */
export function rulesView({ t, team, rules, isAdmin, done }: ShownRules): Html {
  return html`<header class="intro board-head">
      <div>
        <p class="crumbs">
          <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        </p>
        <h1>${t.text('rule.all')}</h1>
      </div>
    </header>
    ${planningTabs(t, team, 'rules')}
    ${outcomeView(outcomeOf(t, { deleted: 'rule.deleted' }, done), undefined)}
    ${
      rules === undefined
        ? html`<div class="card empty"><p>${t.text('problem.role')}</p></div>`
        : html`${
              rules.length > 0
                ? html`<ul class="plain items">
                    ${rules.map(
                      (rule) =>
                        html`<li class="card mini">
                          <h2 dir="auto"><a href="${rulePath(team.id, rule.id)}">${rule.name}</a></h2>
                          ${ruleFacts(t, rule)}
                        </li>`,
                    )}
                  </ul>`
                : html`<div class="card empty">
                    <h2>${t.text('rule.none')}</h2>
                    <p>${t.text('rule.noneText')}</p>
                  </div>`
            }
            <section class="phase" aria-labelledby="recipes">
              <h2 id="recipes">${t.text('rule.recipes')}</h2>
              <p class="hint">
                ${t.text('rule.recipesText')} <a href="/docs/rule-recipes">${t.text('rule.guide')}</a>
              </p>
              <ul class="plain items">
                ${ruleRecipes
                  .filter(({ rule }) => isAdmin || rule.teamId !== undefined)
                  .map(
                    ({ id }) =>
                      html`<li class="card mini">
                        <a href="${recipePath(team.id, id)}">${t.text(`rule.recipe.${id}`)}</a>
                      </li>`,
                  )}
              </ul>
            </section>`
    }`;
}

/** Whether a rule runs, and what it did. */
export function ruleFacts(t: PageTexts, rule: Rule): Fragment {
  const { enabled, teamId, runs, failures, lastRunAt, disabledReason } = rule;
  return html`<p class="facts">
      <span class="status ${enabled ? 'completed' : 'closed'}"
        >${t.text(enabled ? 'rule.isOn' : 'rule.isOff')}</span
      >
      ${teamId === null && html`<span class="tag">${t.text('rule.whole')}</span>`}
      <span>${t.text('rule.runs', { count: runs })}</span>
      ${failures > 0 && html`<span>${t.text('rule.failures', { count: failures })}</span>`}
      ${lastRunAt !== null && html`<span>${agoElement(lastRunAt, t)}</span>`}
    </p>
    ${disabledReason !== null && html`<p class="notice bad">${inEnglish(disabledReason)}</p>`}`;
}
