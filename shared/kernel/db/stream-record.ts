import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Key, Item } from '../core/database.ts';

/** A change of an item, from a record of the table's stream. */
export interface ItemChange {
  sequenceNumber: string;
  /** The time of the change according to the stream, in whole seconds. */
  at: Date;
  key: Key;
  before?: Item;
  after?: Item;
}

/** A record as the table's stream delivers it. */
export type StreamRecord = DynamoDBRecord;

type Image = Parameters<typeof unmarshall>[0];

/** Reads a record with both images: without `before` the item was created, without `after` it was deleted. */
export function toItemChange({ dynamodb }: DynamoDBRecord): ItemChange {
  const { Keys, OldImage, NewImage, SequenceNumber, ApproximateCreationDateTime } = dynamodb!;
  return {
    sequenceNumber: SequenceNumber!,
    at: new Date(ApproximateCreationDateTime! * 1000),
    key: unmarshall(Keys as Image) as Key,
    ...(OldImage ? { before: unmarshall(OldImage as Image) as Item } : {}),
    ...(NewImage ? { after: unmarshall(NewImage as Image) as Item } : {}),
  };
}
