/**
 * The part of the script in Redis that counts attempts.
 *
 * @module
 */

/** Functions in Lua 5.1, which use those of `script.ts`. */
export const ATTEMPTS: string = `
-- The fields are stored if nothing is, or if what is stored has ended.
function methods.countAttempts(id, now, count, expires, ...)
  local ends = content(call('HGET', 'attempts', id, 'expires'))
  if not ends or tonumber(ends) <= tonumber(now) then
    forget_ending('attempts', id)
    write('attempts', id, {...})
    end_record('attempts', id, expires)
  else
    local before = tonumber(content(call('HGET', 'attempts', id, 'count')))
    call('HSET', 'attempts', id, 'count', 'j' .. string.format('%d', before + count))
  end
  return find('attempts', id)
end

-- Without a count, all.
function methods.forgetAttempts(id, count)
  count = tonumber(count)
  local before = tonumber(content(call('HGET', 'attempts', id, 'count')) or 0)
  if count == 0 then
    forget_ending('attempts', id)
    call('DEL', 'attempts', id)
  elseif before >= count then
    call('HSET', 'attempts', id, 'count', 'j' .. string.format('%d', before - count))
  end
end
`;
