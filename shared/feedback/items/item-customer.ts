import * as z from 'zod';
import { memoize, name } from '../../kernel/core/schema.ts';
import { email } from '../../identity/members/member.ts';

/** The customer for whom a member posts an item. */
export const itemCustomerSchema = memoize(() =>
  z
    .strictObject({
      email: email().meta({ description: "The customer's address, to which news is sent." }),
      name: name().meta({ description: 'Shown to the public as the author.' }),
    })
    .meta({
      id: 'FeedbackCustomer',
      description: 'The customer who asked for it: its author, with a vote for it.',
    }),
);
