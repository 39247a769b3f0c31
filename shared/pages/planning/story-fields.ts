import { changedFields, shownWith } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { Story } from '../../planning/story/story.ts';
import { day, needed, number, patchOf, text, ticked } from '../kit/form.ts';

/** The fields of a story that its page changes, by their names in its form. */
export type StoryFields = Record<keyof typeof storyFields, string>;

/** The fields of a story's forms. */
export const storyFields = {
  title: needed('title'),
  description: text('description'),
  status: needed('statusId'),
  assignee: text('assigneeId'),
  priority: needed('priority'),
  estimate: number('estimateValue'),
  sprint: text('sprintId'),
  objective: text('objectiveId'),
  due: day('endDate'),
  labels: ticked('labels'),
};

const names = Object.keys(storyFields) as (keyof StoryFields)[];

/** The values of a story, as its form has them. */
export const fieldsOf = (story: Story): StoryFields => ({
  title: story.title,
  description: story.description ?? '',
  status: story.statusId,
  assignee: story.assigneeId ?? '',
  priority: story.priority,
  estimate: story.estimateValue === null ? '' : String(story.estimateValue),
  sprint: story.sprintId ?? '',
  objective: story.objectiveId ?? '',
  due: story.endDate?.slice(0, 10) ?? '',
  labels: story.labels.toSorted().join('\n'),
});

/** The values of a form that differ from those that the page was shown with. */
export function touchedFields(form: Form): Partial<StoryFields> {
  const changed = changedFields(form);
  return Object.fromEntries(
    names.flatMap((name) => (changed[name] === undefined ? [] : [[name, changed[name]]])),
  );
}

/** Of the values of a story that a form changes, those that others have changed since it was shown. */
export function changedMeanwhile(form: Form, story: Story): Partial<StoryFields> {
  const [before, now] = [shownWith(form), fieldsOf(story)];
  const touched = Object.entries(touchedFields(form)) as [keyof StoryFields, string][];
  return Object.fromEntries(
    touched.flatMap(([name, value]) => {
      const current = now[name].trim();
      return current === before[name] || current === value ? [] : [[name, current]];
    }),
  );
}

/** The body of the update that makes a story have these values, without the version that it is for. */
export const storyPatchOf = (values: Partial<StoryFields>): Record<string, unknown> =>
  patchOf(storyFields, values);
