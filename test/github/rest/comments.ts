/** Issue comments and their reactions. */
import { created, notFound, ok, validationFailed, type Answer } from '../answer.ts';
import { pullOf, type RepositoryCall, type RepositoryOperation } from '../call.ts';
import { textOf } from '../json.ts';
import { commentProblem } from '../limits.ts';
import { showComment, showReaction } from '../show/comment.ts';
import type { Comment, Permissions } from '../state.ts';

/** A pull request's comments answer to either permission. */
const READ: readonly Permissions[] = [{ issues: 'read' }, { pull_requests: 'read' }];
const WRITE: readonly Permissions[] = [{ issues: 'write' }, { pull_requests: 'write' }];

function commentOf(call: RepositoryCall): Comment | undefined {
  return call.repository.comments.get(Number(call.path['comment_id']));
}

function list(call: RepositoryCall): Answer {
  const pull = pullOf(call, 'issue_number');
  if (!pull) return notFound();
  const since = call.query['since'];
  const comments = [...call.repository.comments.values()]
    .filter((comment) => comment.issue === pull.number)
    .filter((comment) => since === undefined || comment.updatedAt >= new Date(since));
  return { status: 200, list: comments.map((comment) => showComment(call.state, call.repository, comment)) };
}

function create(call: RepositoryCall): Answer {
  const pull = pullOf(call, 'issue_number');
  if (!pull) return notFound();
  const { state, repository } = call;
  const body = textOf(call.body['body']) ?? '';
  const problem = commentProblem(body);
  if (problem) return validationFailed('IssueComment', 'data', problem);
  const now = state.now();
  const comment: Comment = {
    id: state.nextId(),
    issue: pull.number,
    author: state.app.bot,
    byApp: true,
    createdAt: now,
    updatedAt: now,
    reactions: [],
    body,
  };
  repository.comments.set(comment.id, comment);
  call.announce.comment('created', repository, comment);
  return created(showComment(state, repository, comment));
}

function get(call: RepositoryCall): Answer {
  const comment = commentOf(call);
  return comment ? ok(showComment(call.state, call.repository, comment)) : notFound();
}

function update(call: RepositoryCall): Answer {
  const comment = commentOf(call);
  if (!comment) return notFound();
  const body = textOf(call.body['body']) ?? '';
  const problem = commentProblem(body);
  if (problem) return validationFailed('IssueComment', 'data', problem);
  comment.body = body;
  comment.updatedAt = call.state.now();
  call.announce.comment('edited', call.repository, comment);
  return ok(showComment(call.state, call.repository, comment));
}

function remove(call: RepositoryCall): Answer {
  const comment = commentOf(call);
  if (!comment) return notFound();
  call.repository.comments.delete(comment.id);
  call.announce.comment('deleted', call.repository, comment);
  return { status: 204 };
}

function listReactions(call: RepositoryCall): Answer {
  const comment = commentOf(call);
  if (!comment) return notFound();
  const { content } = call.query;
  const kept = comment.reactions.filter((reaction) => content === undefined || reaction.content === content);
  return { status: 200, list: kept.map((reaction) => showReaction(call.state, reaction)) };
}

function react(call: RepositoryCall): Answer {
  const comment = commentOf(call);
  if (!comment) return notFound();
  const { state } = call;
  const content = textOf(call.body['content']) ?? '';
  const same = comment.reactions.find((entry) => entry.content === content && entry.user === state.app.bot);
  if (same) return ok(showReaction(state, same));
  const reaction = { id: state.nextId(), user: state.app.bot, content, createdAt: state.now() };
  comment.reactions.push(reaction);
  return created(showReaction(state, reaction));
}

function unreact(call: RepositoryCall): Answer {
  const reactions = commentOf(call)?.reactions ?? [];
  const at = reactions.findIndex((reaction) => reaction.id === Number(call.path['reaction_id']));
  if (at < 0) return notFound();
  reactions.splice(at, 1);
  return { status: 204 };
}

export const COMMENT_OPERATIONS: Readonly<Record<string, RepositoryOperation>> = {
  'issues/list-comments': { needs: READ, run: list },
  'issues/create-comment': { needs: WRITE, run: create },
  'issues/get-comment': { needs: READ, run: get },
  'issues/update-comment': { needs: WRITE, run: update },
  'issues/delete-comment': { needs: WRITE, run: remove },
  'reactions/list-for-issue-comment': { needs: READ, run: listReactions },
  'reactions/create-for-issue-comment': { needs: WRITE, run: react },
  'reactions/delete-for-issue-comment': { needs: WRITE, run: unreact },
};
