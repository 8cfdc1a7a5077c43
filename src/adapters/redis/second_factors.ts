/**
 * The part of the script in Redis that stores second factors, and sign-ins between their two steps.
 *
 * @module
 */

/** Functions in Lua 5.1, which use those of `script.ts`. */
export const SECOND_FACTORS: string = `
methods.getSecondFactor = function(id) return find('secondFactor', id) end
methods.getPendingSignIn = function(id) return find('pendingSignIn', id) end

-- Without a record, the stored version is the text of null.
function methods.setSecondFactor(id, version, ...)
  if (call('HGET', 'secondFactor', id, 'version') or 'jnull') ~= version then return 0 end
  write('secondFactor', id, {...})
  redis.call('ZADD', KEYS[1] .. 'secondFactors', 0, id)
  return 1
end

-- In the order of the bytes of their ids.
function methods.listSecondFactors(after, limit)
  local set, records = KEYS[1] .. 'secondFactors', {}
  local from = after == 'jnull' and '-' or '(' .. content(after)
  for _, id in ipairs(redis.call('ZRANGEBYLEX', set, from, '+', 'LIMIT', 0, limit)) do
    records[#records + 1] = find('secondFactor', id)
  end
  return records
end

function methods.setPendingSignIn(id, tries, expires, ...)
  if (call('HGET', 'pendingSignIn', id, 'tries') or 'jnull') ~= tries then return 0 end
  forget_ending('pendingSignIn', id)
  write('pendingSignIn', id, {...})
  end_record('pendingSignIn', id, expires)
  return 1
end

function methods.deletePendingSignIn(id)
  forget_ending('pendingSignIn', id)
  return call('DEL', 'pendingSignIn', id)
end
`;
