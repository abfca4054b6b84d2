/** A GraphQL request, checked against GitHub's published schema -> the few answers the stand-in knows. */
import {
  buildSchema,
  execute,
  GraphQLError,
  Kind,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { authenticate } from './authenticate.ts';
import type { Journal } from './journal.ts';
import { objectOf, textOf, type JsonObject } from './json.ts';
import { commentNodeId } from './show/comment.ts';
import type { Comment, State } from './state.ts';

export interface GraphqlDoor {
  readonly state: State;
  readonly journal: Journal;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

let built: Promise<GraphQLSchema> | undefined;

async function build(): Promise<GraphQLSchema> {
  const { schema } = await import('@octokit/graphql-schema');
  // graphql 17 asks more of deprecated fields than GitHub's schema keeps.
  return buildSchema(schema.idl, { assumeValid: true, assumeValidSDL: true });
}

/** Read and built on first use: that takes two seconds. */
function gitHubSchema(): Promise<GraphQLSchema> {
  built ??= build();
  return built;
}

function failed(message: string): GraphqlAnswer {
  return { status: 200, body: { errors: [{ message }] } };
}

function commentWith(state: State, nodeId: unknown): Comment {
  for (const repository of state.repositories.values()) {
    for (const comment of repository.comments.values()) if (commentNodeId(comment) === nodeId) return comment;
  }
  throw new GraphQLError(`Could not resolve to a node with the global id of '${String(nodeId)}'`);
}

function minimizable(comment: Comment): JsonObject {
  return {
    __typename: 'IssueComment',
    id: commentNodeId(comment),
    isMinimized: comment.minimized !== undefined,
    minimizedReason: comment.minimized?.toLowerCase() ?? null,
    viewerCanMinimize: true,
    viewerCanUnminimize: true,
  };
}

type Resolver = (args: JsonObject) => JsonObject;

function resolvers({ state }: GraphqlDoor): Readonly<Record<string, Resolver>> {
  return {
    viewer: () => ({ login: state.app.bot.login, databaseId: state.app.bot.id }),
    rateLimit: () => ({ limit: 5000, cost: 1, remaining: 5000, used: 0, resetAt: state.now().toISOString() }),
    minimizeComment: ({ input }) => {
      const comment = commentWith(state, objectOf(input)['subjectId']);
      comment.minimized = textOf(objectOf(input)['classifier']) ?? 'OUTDATED';
      return {
        clientMutationId: objectOf(input)['clientMutationId'] ?? null,
        minimizedComment: minimizable(comment),
      };
    },
    unminimizeComment: ({ input }) => {
      const comment = commentWith(state, objectOf(input)['subjectId']);
      delete comment.minimized;
      return {
        clientMutationId: objectOf(input)['clientMutationId'] ?? null,
        unminimizedComment: minimizable(comment),
      };
    },
  };
}

function rootFields(document: DocumentNode): string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.map((field) =>
          field.kind === Kind.FIELD ? field.name.value : field.kind,
        )
      : [],
  );
}

function documentOf(query: string): DocumentNode | GraphqlAnswer {
  try {
    return parse(query);
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'Parse error');
  }
}

/** A field that GitHub has and the stand-in has not must not look like null. */
function knownField(source: unknown, name: string): unknown {
  const value = objectOf(source)[name];
  if (value === undefined) throw new GraphQLError(`the stand-in does not know the field ${name}`);
  return value;
}

export async function answerGraphql(
  door: GraphqlDoor,
  authorization: string | undefined,
  body: unknown,
): Promise<GraphqlAnswer> {
  const caller = authenticate(door.state, authorization);
  if (caller.kind !== 'token')
    return { status: 401, body: { message: caller.kind === 'nobody' ? caller.why : 'Bad credentials' } };
  const document = documentOf(textOf(objectOf(body)['query']) ?? '');
  if ('status' in document) {
    door.journal.violation('POST /graphql', 'is no GraphQL document');
    return document;
  }
  const schema = await gitHubSchema();
  const errors = validate(schema, document);
  if (errors.length > 0) {
    for (const error of errors) door.journal.violation('POST /graphql', error.message);
    return { status: 200, body: { errors: errors.map((error) => ({ message: error.message })) } };
  }
  const known = resolvers(door);
  const unknown = rootFields(document).filter((field) => !(field in known));
  if (unknown.length > 0) {
    door.journal.violation('POST /graphql', `the stand-in does not do ${unknown.join(', ')}`);
    return failed(`the stand-in does not do ${unknown.join(', ')}`);
  }
  const variableValues = objectOf(objectOf(body)['variables']);
  const result = await execute({
    schema,
    document,
    rootValue: {},
    variableValues,
    fieldResolver: (...[source, args, , info]) =>
      info.path.prev === undefined
        ? known[info.fieldName]?.(objectOf(args))
        : knownField(source, info.fieldName),
  });
  return { status: 200, body: { ...result } };
}
