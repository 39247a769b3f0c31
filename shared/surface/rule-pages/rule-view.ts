import type { Rule, RuleRun } from '../../events/rules/rule.ts';
import type { Team } from '../../identity/team/team.ts';
import { SHOWN_WITH } from '../../kernel/api/http/changed-fields.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { toolsOutcome, type FormTools } from '../../pages/kit/form-tools.ts';
import { button, outcomeOf, revealed, teamForm } from '../../pages/kit/form-view.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { timeElement } from '../../pages/messages/times-view.ts';
import { rulePath } from '../../planning/paths/page-paths.ts';
import { personView, type NameOf } from '../proposal-pages/proposal-facts-view.ts';
import type { ShownChange } from '../proposal-pages/proposed-fields.ts';
import { ruleFacts } from './rules-view.ts';
import { nameField, shownOf, wordFields } from './rule-fields.ts';
import { changesView, ruleHead } from './shown-changes.ts';

/** The field of a form that has a rule act as who sends it. */
export const RUN_AS_OWN = 'own';

interface ShownRule {
  t: PageTexts;
  tools: FormTools;
  team: Pick<Team, 'id' | 'name'>;
  rule: Rule;
  /** What its actions set. */
  changes: readonly ShownChange[];
  runs: readonly RuleRun[];
  /** The reader. */
  memberId: string;
  nameOf: NameOf;
}

const kinds: Readonly<Record<string, PlainText>> = {
  'story.created': 'rule.on.story_created',
  'story.updated': 'rule.on.story_updated',
  'story.unblocked': 'rule.on.story_unblocked',
  'story.sub_stories_completed': 'rule.on.story_sub_stories_completed',
  'story.pull_request_merged': 'rule.on.story_pull_request_merged',
  'story.overdue': 'rule.on.story_overdue',
  'sprint.ended': 'rule.on.sprint_ended',
  'objective.at_risk': 'rule.on.objective_at_risk',
  'feedback_item.updated': 'rule.on.feedback_item_updated',
};

/** A rule with what switches it on or off, next to what it does and did. */
export function ruleView(shown: ShownRule): Html {
  const { t, tools, team, rule, changes, nameOf } = shown;
  const at = rulePath(team.id, rule.id);
  const outcome = outcomeOf(t, { switched: 'rule.switched' }, tools.done);
  return html`<article class="proposal">
    ${ruleHead(
      { t, team, rule },
      html`<h1 dir="auto">${rule.name}</h1>
        ${ruleFacts(t, rule)}`,
    )}
    ${toolsOutcome(tools, outcome, `${at}/switch`)}
    <div class="sides">
      <div>
        ${occasionView(shown)}
        <h2>${t.text('rule.then')}</h2>
        ${changesView({ t, team, nameOf }, changes)}
        <h2>${t.text('rule.recent')}</h2>
        ${runsView(shown)}
      </div>
      <section class="card decision" aria-label="${t.text(rule.enabled ? 'rule.isOn' : 'rule.isOff')}">
        ${switchView(shown, at)}
        <p><a href="${at}/preview">${t.text('rule.preview')}</a></p>
        <p><a href="${at}/revert">${t.text('rule.revert')}</a></p>
        ${editView(shown, at)}
        ${revealed(
          t.text('rule.delete'),
          teamForm(
            tools,
            `${at}/delete`,
            {},
            html`<p>${t.text('rule.deleteText')}</p>
              <button type="submit" class="danger">${t.text('rule.delete')}</button>`,
          ),
        )}
      </section>
    </div>
  </article>`;
}

/** What has a rule run, for which stories. */
function occasionView({ t, rule }: ShownRule): Html {
  const { on, schedule, if: filter, was } = rule;
  return html`<h2>${t.text('rule.when')}</h2>
    <ul>
      ${(on ?? []).map((kind) => html`<li>${kinds[kind] ? t.text(kinds[kind]) : html`<code>${kind}</code>`}</li>`)}
      ${schedule && html`<li>${t.text('rule.on.schedule')}: <code>${schedule.rule}</code> (${schedule.timeZone})</li>`}
      ${filter !== null && html`<li>${t.text('rule.if')}: <code>${filter}</code></li>`}
      ${was !== null && html`<li>${t.text('rule.was')}: <code>${JSON.stringify(was)}</code></li>`}
    </ul>`;
}

/** Whether it acts as another person. */
export const isOthers = ({ runAs }: Pick<Rule, 'runAs'>, memberId: string) =>
  runAs.kind === 'user' && runAs.id !== memberId;

/** Of what it does, the texts; what else a rule is, AI clients and programs change. */
function editView({ t, tools, rule, memberId }: ShownRule, at: string): Html {
  const shown = shownOf(rule);
  return revealed(
    t.text('rule.edit'),
    teamForm(
      tools,
      `${at}/edit`,
      { version: rule.updatedAt, [SHOWN_WITH]: JSON.stringify(shown) },
      html`${nameField(tools, shown.name)} ${wordFields(tools, { filter: shown.if, then: rule.then })}
      ${isOthers(rule, memberId) && html`<p class="hint">${t.text('rule.asYou')}</p>`}
      ${button(t.text('story.save'))}`,
    ),
    tools.form['name'] !== undefined,
  );
}

/** One that acts as another person can be switched on as the reader's own. */
export function switchView(
  { t, tools, rule, memberId, nameOf }: Omit<ShownRule, 'changes' | 'runs'>,
  at: string,
): Html {
  const takesOver = !rule.enabled && isOthers(rule, memberId);
  const fields = {
    version: rule.updatedAt,
    enabled: rule.enabled ? 'no' : 'yes',
    ...(takesOver && { [RUN_AS_OWN]: 'yes' }),
  };
  return html`<p>${t.text('rule.actsAs')} ${personView(nameOf(rule.runAs.id) ?? t.text('story.someone'))}</p>
    ${takesOver && html`<p class="hint">${t.text('rule.asYou')}</p>`}
    ${teamForm(tools, `${at}/switch`, fields, button(t.text(rule.enabled ? 'rule.switchOff' : 'rule.switchOn'), { quiet: rule.enabled }))}`;
}

const tones = { done: 'completed', failed: 'reviewing', skipped: 'closed' } as const;

function runsView({ t, runs }: ShownRule): Fragment {
  if (runs.length === 0) return html`<p class="hint">${t.text('rule.noRuns')}</p>`;
  return html`<ul class="plain">
    ${runs.map(
      ({ at, outcome, code }) =>
        html`<li class="facts">
          ${timeElement(at, t)} <span class="status ${tones[outcome]}">${t.text(`rule.${outcome}`)}</span>
          ${code !== null && html`<code>${code}</code>`}
        </li>`,
    )}
  </ul>`;
}
