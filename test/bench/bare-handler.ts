import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const commands = {
  BatchGetItem: BatchGetCommand,
  PutItem: PutCommand,
  Query: QueryCommand,
  TransactWriteItems: TransactWriteCommand,
  UpdateItem: UpdateCommand,
};

/**
 * What a cold start is compared with: a module that loads the SDK's client and the commands that stories need, and can
 * send them.
 */
export const send = (name: keyof typeof commands, input: never): Promise<unknown> =>
  client.send(new commands[name](input) as QueryCommand);
