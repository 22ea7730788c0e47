-- The queue's moves that must not be seen half done. KEYS[1] is the prefix of every key, ARGV[1] the move, the rest its
-- arguments.
--
--   PREFIX:urgent, PREFIX:other          streams with one entry a run that waits or runs, read by one consumer group
--   PREFIX:urgent-held, PREFIX:other-held  the same for runs that began with a holder: never waited for, only claimed
--   PREFIX:run:ID     hash: key, task (until it is over), stream, entry, state, starts, worker, token, progress,
--                     outcome
--   PREFIX:open:KEY   the ID of the run with this key that is not over
--   PREFIX:job:ID     hash: run, client, cancelled
--   PREFIX:jobs:RUN   set of a run's open jobs
--   PREFIX:client:C   set of a client's open jobs
--   PREFIX:counts     hash: how many runs are queued and running
--   PREFIX:answer:V:Q  an answer that version V of the program kept
--   PREFIX:version    the version of the program whose processes use the queue
--   PREFIX:draining   there while the queue takes no new jobs, so that another version can follow
--   PREFIX:processes  hash: the name of a process, and its role, version, slots and last sign of life (seconds since
--                     1970), separated by spaces
--   PREFIX:news       channel: 'work', or the ID of a run that changed
--
-- The streams' pending entries are the leases: their idle time is the time since the last heartbeat, and their delivery
-- count is the number of starts.

local GROUP = 'workers'
local STREAMS = { 'urgent', 'urgent-held', 'other', 'other-held' }

local function key(...) return table.concat({ KEYS[1], ... }, ':') end

local function news(what) redis.call('PUBLISH', key('news'), what) end

local function field(run, name) return redis.call('HGET', key('run', run), name) end

-- Streams and group are there, also in a Redis that lost everything.
local function prepare()
    for _, stream in ipairs(STREAMS) do
        if redis.call('EXISTS', key(stream)) == 0 then
            redis.call('XGROUP', 'CREATE', key(stream), GROUP, '0', 'MKSTREAM')
        end
    end
end

local function set_state(run, state)
    local before = field(run, 'state')
    if before == 'queued' or before == 'running' then redis.call('HINCRBY', key('counts'), before, -1) end
    if state == 'queued' or state == 'running' then redis.call('HINCRBY', key('counts'), state, 1) end
    redis.call('HSET', key('run', run), 'state', state)
    news(run)
end

local function leave_stream(run)
    local stream, entry = key(field(run, 'stream')), field(run, 'entry')
    redis.call('XACK', stream, GROUP, entry)
    redis.call('XDEL', stream, entry)
end

local function close_job(job, kept)
    local client = redis.call('HGET', key('job', job), 'client')
    redis.call('SREM', key('client', client), job)
    redis.call('EXPIRE', key('job', job), kept)
end

local function close(run, state, outcome, kept)
    set_state(run, state)
    if outcome then redis.call('HSET', key('run', run), 'outcome', outcome) end
    redis.call('HDEL', key('run', run), 'task')
    leave_stream(run)
    redis.call('DEL', key('open', field(run, 'key')))
    for _, job in ipairs(redis.call('SMEMBERS', key('jobs', run))) do close_job(job, kept) end
    redis.call('DEL', key('jobs', run))
    redis.call('EXPIRE', key('run', run), kept)
end

local function grant(run, starts, worker, token)
    redis.call('HSET', key('run', run), 'starts', starts, 'worker', worker, 'token', token)
    set_state(run, 'running')
end

-- The run that is leased under this token, if it still is. A token is its run's ID, '-', and a nonce.
local function named(token) return string.match(token, '^(%x+)%-') end

local function leased(token)
    local run = named(token)
    if field(run, 'token') == token and field(run, 'state') == 'running' then return run end
end

-- Claims a leased run for the worker that has it.
local function claim_anew(run, ...)
    local stream, worker, entry = unpack(redis.call('HMGET', key('run', run), 'stream', 'worker', 'entry'))
    redis.call('XCLAIM', key(stream), GROUP, worker, 0, entry, 'JUSTID', ...)
end

-- Seconds since 1970.
local function now() return tonumber(redis.call('TIME')[1]) end

-- An error where the queue is that of another version. A queue that lost everything is whose comes first.
local function of_another_version(version)
    local own = redis.call('GET', key('version'))
    if not own then
        redis.call('SET', key('version'), version)
    elseif own ~= version then
        return redis.error_reply('OTHERVERSION ' .. own)
    end
end

-- The runs that are not over.
local function open_runs()
    local queued, running = unpack(redis.call('HMGET', key('counts'), 'queued', 'running'))
    return tonumber(queued or 0) + tonumber(running or 0)
end

local moves = {}

-- The processes that gave a sign of life within this many seconds, as a list of name, role, version and slots.
function moves.processes(silence)
    local alive, all = {}, redis.call('HGETALL', key('processes'))
    for at = 1, #all, 2 do
        local role, version, slots, seen = string.match(all[at + 1], '^(%S+) (%S+) (%d+) (%d+)$')
        if seen and now() - tonumber(seen) <= tonumber(silence) then
            table.insert(alive, { all[at], role, version, tonumber(slots) })
        else
            redis.call('HDEL', key('processes'), all[at])
        end
    end
    return alive
end

-- A sign of life. Where the queue is that of another version, it becomes this one's if no run is open and no process of
-- the other lives, or the queue was drained; else nothing happens, and the reply is that version, the open runs, and
-- how many of its processes live.
function moves.join(version, name, role, slots, silence)
    local own = redis.call('GET', key('version'))
    if own and own ~= version then
        local others = 0
        for _, process in ipairs(moves.processes(silence)) do
            if process[3] ~= version then others = others + 1 end
        end
        local open = open_runs()
        local drained = redis.call('EXISTS', key('draining')) == 1
        if open > 0 or (others > 0 and not drained) then return { own, open, others } end
    end
    if own ~= version then
        redis.call('SET', key('version'), version)
        redis.call('DEL', key('draining'))
    end
    redis.call('HSET', key('processes'), name, table.concat({ role, version, slots, now() }, ' '))
end

function moves.part(name) redis.call('HDEL', key('processes'), name) end

-- From now on no new job is taken, for so many seconds. How many runs are still open.
function moves.drain(version, seconds)
    local other = of_another_version(version)
    if other then return other end
    redis.call('SET', key('draining'), 1, 'EX', seconds)
    return open_runs()
end

local function begin(run, same, task, class, holder, nonce)
    local stream = holder == '' and class or class .. '-held'
    local entry = redis.call('XADD', key(stream), '*', 'run', run)
    redis.call('HSET', key('run', run), 'key', same, 'task', task, 'stream', stream, 'entry', entry, 'starts', 0)
    redis.call('SET', key('open', same), run)
    if holder == '' then
        set_state(run, 'queued')
        news('work')
    else
        -- Held streams are read only here, so the entry that comes is the one just added.
        redis.call('XREADGROUP', 'GROUP', GROUP, holder, 'COUNT', 1, 'STREAMS', key(stream), '>')
        grant(run, 1, holder, run .. '-' .. nonce)
    end
end

-- 'ok', whether the lease was granted, the run's state and progress; or what is full, and how many there are.
function moves.push(version, job, client, same, task, class, holder, fresh, nonce, most_jobs, most_runs)
    prepare()
    -- It is already there where only the reply was lost.
    if redis.call('EXISTS', key('job', job)) == 0 then
        local other = of_another_version(version)
        if other then return other end
        if redis.call('EXISTS', key('draining')) == 1 then return redis.error_reply('DRAINING no new job is taken') end
        local open = redis.call('SCARD', key('client', client))
        if open >= tonumber(most_jobs) then return { 'client', open, false, false } end
        local run = redis.call('GET', key('open', same))
        if not run then
            local queued = tonumber(redis.call('HGET', key('counts'), 'queued') or 0)
            if holder == '' and queued >= tonumber(most_runs) then return { 'runs', queued, false, false } end
            begin(fresh, same, task, class, holder, nonce)
            run = fresh
        end
        redis.call('HSET', key('job', job), 'run', run, 'client', client)
        redis.call('SADD', key('jobs', run), job)
        redis.call('SADD', key('client', client), job)
    end
    local run = redis.call('HGET', key('job', job), 'run')
    local granted = leased(fresh .. '-' .. nonce) and 1 or 0
    return { 'ok', granted, field(run, 'state'), field(run, 'progress') }
end

function moves.cancel(job, kept)
    local run, cancelled = unpack(redis.call('HMGET', key('job', job), 'run', 'cancelled'))
    if not run or cancelled or redis.call('SISMEMBER', key('jobs', run), job) == 0 then return end
    redis.call('HSET', key('job', job), 'cancelled', 1)
    redis.call('SREM', key('jobs', run), job)
    close_job(job, kept)
    if redis.call('SCARD', key('jobs', run)) == 0 then close(run, 'cancelled', nil, kept) else news(run) end
end

-- An entry whose worker is silent, now this worker's, and how often it was delivered.
local function claim(stream, worker, lease)
    local cursor = '0-0'
    repeat
        local reply = redis.call('XAUTOCLAIM', key(stream), GROUP, worker, lease, cursor, 'COUNT', 1)
        cursor = reply[1]
        local entry = reply[2][1]
        if entry then
            local pending = redis.call('XPENDING', key(stream), GROUP, entry[1], entry[1], 1)
            return entry[2][2], pending[1][4]
        end
    until cursor == '0-0'
end

local function next_new(stream, worker)
    local reply = redis.call('XREADGROUP', 'GROUP', GROUP, worker, 'COUNT', 1, 'STREAMS', key(stream), '>')
    if reply then return reply[1][2][1][2][2], 1 end
end

-- The ID of a run to start, and which start that is.
local function next_run(class, worker, lease, most_starts, verdict, kept)
    for _, stream in ipairs({ class, class .. '-held' }) do
        local run, starts = claim(stream, worker, lease)
        while run do
            if starts <= tonumber(most_starts) then return run, starts end
            redis.call('HDEL', key('run', run), 'token')
            close(run, 'failed', verdict, kept)
            run, starts = claim(stream, worker, lease)
        end
    end
    return next_new(class, worker)
end

-- A run's token, key, task and starts, or nothing.
function moves.lease(version, worker, urgent_only, nonce, lease, most_starts, verdict, kept)
    prepare()
    local other = of_another_version(version)
    if other then return other end
    local run, starts = next_run('urgent', worker, lease, most_starts, verdict, kept)
    if not run and urgent_only == '0' then
        run, starts = next_run('other', worker, lease, most_starts, verdict, kept)
    end
    if not run then return end
    local token = run .. '-' .. nonce
    grant(run, starts, worker, token)
    return { token, field(run, 'key'), field(run, 'task'), starts }
end

-- 1 to go on, 0 to stop.
function moves.heartbeat(token, progress)
    local run = leased(token)
    if not run then return 0 end
    claim_anew(run)
    if progress ~= '' then
        redis.call('HSET', key('run', run), 'progress', progress)
        news(run)
    end
    return 1
end

-- 1 where the outcome is the run's, 0 where the lease was lost.
function moves.finish(version, token, state, outcome, kept, question, answer)
    local run = leased(token)
    if not run then
        -- The same again, where only the reply was lost.
        local mine = field(named(token), 'token') == token and field(named(token), 'outcome') == outcome
        return mine and 1 or 0
    end
    close(run, state, outcome, kept)
    if answer ~= '' then redis.call('SET', key('answer', version, question), answer, 'EX', kept) end
    return 1
end

function moves.release(token)
    local run = leased(token)
    if not run then return end
    local before = field(run, 'starts') - 1
    -- Silent since 1970, like a dead worker's: whoever looks next claims it, and the start that did not count is counted again.
    claim_anew(run, 'TIME', 0, 'RETRYCOUNT', before)
    redis.call('HSET', key('run', run), 'starts', before)
    redis.call('HDEL', key('run', run), 'token')
    set_state(run, 'queued')
    news('work')
end

-- Consumers without entries that were silent for so long are forgotten: workers come and go under ever new names.
function moves.tidy(silent)
    prepare()
    for _, stream in ipairs(STREAMS) do
        for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', key(stream), GROUP)) do
            local name, pending, idle = consumer[2], consumer[4], consumer[6]
            if pending == 0 and idle > tonumber(silent) then
                redis.call('XGROUP', 'DELCONSUMER', key(stream), GROUP, name)
            end
        end
    end
end

return moves[ARGV[1]](unpack(ARGV, 2))
