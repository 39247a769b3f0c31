import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

/** What a cold start is compared with: a module that loads the SDK's client and the commands that stories need. */
export default {
  client: DynamoDBDocumentClient.from(new DynamoDBClient({})),
  commands: [BatchGetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand],
};
