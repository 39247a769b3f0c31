import type { DescribedEvent } from '../../kernel/api/openapi/webhooks.ts';
import { accessDataSchema, accessKinds } from '../../events/changes/access-event.ts';
import { proposalEventSchema } from '../../kernel/api/operation/proposal.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { objectiveSchema } from '../../planning/objective/objective.ts';
import { storySchema } from '../../planning/story/story.ts';
import { storyScheduleEventSchema } from '../../planning/scheduling/placements/placement.ts';
import {
  FORECAST_CHANGED,
  SCHEDULE_CHANGED,
  STORY_CLAIMED,
  STORY_RELEASED,
  TEST_EVENT,
  webhookSchema,
} from '../../events/webhooks/webhook.ts';

/** Every event type with the schema of its data, for the OpenAPI document. */
export const describedEvents: DescribedEvent[] = [
  ...nounsWith('events').flatMap(({ name, words, schema, events }): DescribedEvent[] => {
    const data = (events.data ?? schema)();
    return [
      {
        kind: `${name}.created`,
        summary: `${words} was created`,
        description: 'The data is the new resource as the API returns it.',
        data,
      },
      {
        kind: `${name}.updated`,
        summary: `${words} was updated`,
        description:
          'The data is the resource after the change, and changes names the fields that changed. Updates can arrive out of order: compare updatedAt.',
        data,
        changes: true,
      },
      {
        kind: `${name}.deleted`,
        summary: `${words} was deleted`,
        description: 'The data is the last state of the resource; the timestamp is the time of the deletion.',
        data,
      },
    ];
  }),
  {
    kind: FORECAST_CHANGED,
    summary: "An objective's forecast crossed its target date",
    description:
      'Sent when the 85th percentile of the forecast moves beyond the target date, and when it comes back. The data is the objective; changes has its scheduleStatus. The objective itself has not changed, so updatedAt has not either.',
    data: objectiveSchema(),
    changes: true,
  },
  {
    kind: SCHEDULE_CHANGED,
    summary: 'A story was scheduled, or moved in the schedule',
    description:
      'Sent when a story moves in the plan of its assignee, or fits differently. The story itself has not changed, so its updatedAt has not either.',
    data: storyScheduleEventSchema(),
    changes: true,
  },
  {
    kind: STORY_CLAIMED,
    summary: 'A story was claimed',
    description:
      'Sent when someone claims a story and when they renew the claim. The data is the story, whose updatedAt has not changed; its claim says who works on it until when. A lease that ends sends nothing.',
    data: storySchema(),
    changes: true,
  },
  {
    kind: STORY_RELEASED,
    summary: 'The claim of a story ended',
    description:
      'Sent when a claim ends before its lease: its holder released it or finished the story, or a person took the story over. The data is the story.',
    data: storySchema(),
    changes: true,
  },
  {
    kind: 'proposal.created',
    summary: 'Something was proposed',
    description: 'Sent with the first change of a proposal; getProposal has all of them.',
    data: proposalEventSchema(),
  },
  {
    kind: 'proposal.accepted',
    summary: 'A proposal was accepted, in whole or in part',
    description: 'What was made of it has events of its own, with the change set of the proposal.',
    data: proposalEventSchema(),
  },
  {
    kind: 'proposal.rejected',
    summary: 'A proposal was rejected',
    description: 'Nothing of it was made; getProposal has the reason.',
    data: proposalEventSchema(),
  },
  {
    kind: TEST_EVENT,
    summary: 'A test event was requested',
    description: 'Sent by testWebhook, regardless of subscriptions. The data is the endpoint.',
    data: webhookSchema(),
    isInFeed: false,
  },
  ...accessKinds.map((kind): DescribedEvent => ({
    kind,
    summary: kind === 'access.granted' ? 'Something came into sight' : 'Something went out of sight',
    description: 'Only in the changes feed.',
    data: accessDataSchema(),
    isSent: false,
  })),
];
