namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Sums the resource use of a set of processes whose members change. <see cref="LocalProcesses"/> samples a database's or
/// client's processes with it. Counters begin when it is created and never decrease: the use of a process that ended stays
/// counted. A process that joins later counts from its own start. Not thread-safe.
/// </summary>
/// <remarks>
/// What a process used between the last sample and its end is lost, unless its parent's counters include it. With one process per
/// connection, a server would otherwise lose most of its use in a short trial. That is why <c>countsReaped</c> exists.
/// </remarks>
public sealed class ProcessSampler
{
    /// <summary>Most readings for one sample. Each takes about a millisecond, and connections end within some.</summary>
    private const int MostReadings = 20;

    private readonly bool _proportional;
    private readonly bool _countsReaped;
    private readonly ProcessReader _reader = new();
    private readonly Func<int, ProcessReading?> _read;
    private readonly Dictionary<(int Pid, long StartTicks), Member> _members = [];
    private int _round;

    /// <summary>Creates the sampler and takes the first reading.</summary>
    /// <param name="pids">Process ids of the current members.</param>
    /// <param name="proportional">
    /// True reads the proportional share of memory (Pss), which walks the page tables. False counts a shared page once per
    /// process.
    /// </param>
    /// <param name="countsReaped">
    /// True also counts ended children that a member has waited for. Only for a set that contains all children of its members:
    /// the use of other children would be added to the set.
    /// </param>
    public ProcessSampler(IReadOnlyList<int> pids, bool proportional, bool countsReaped = false)
        : this(pids, proportional, countsReaped, read: null)
    {
    }

    /// <summary>Creates the sampler with a chosen way to read the counters of a process, by its id.</summary>
    internal ProcessSampler(
        IReadOnlyList<int> pids, bool proportional, bool countsReaped, Func<int, ProcessReading?>? read)
    {
        _read = read ?? _reader.Read;
        _proportional = proportional;
        _countsReaped = countsReaped;
        Read(pids, isBaseline: true);
        Last = Sum(monotonic: false);
    }

    /// <summary>True if any process of the set was ever found.</summary>
    public bool HasMembers => _members.Count > 0;

    /// <summary>The latest sample.</summary>
    public ResourceReading Last { get; private set; }

    /// <summary>Takes a sample.</summary>
    /// <param name="pids">Process ids of the current members. Ids of processes that ended are skipped.</param>
    /// <returns>What the set used since the sampler was created.</returns>
    public ResourceReading Sample(IReadOnlyList<int> pids)
    {
        Read(pids, isBaseline: false);
        return Last = Sum(monotonic: true);
    }

    /// <summary>
    /// Reads until no process of the set was reaped during the reading: one that ends between its reading and that of its parent
    /// would be counted twice or not at all, and the connections of a trial end when its last sample is taken.
    /// </summary>
    private void Read(IReadOnlyList<int> pids, bool isBaseline)
    {
        int readings = 0;
        do
        {
            ReadCounters(pids, isBaseline);
        }
        while (_countsReaped && ++readings < MostReadings && HasReapedMeanwhile());

        if (_proportional)
        {
            ReadMemory();
        }
    }

    /// <summary>Reads memory after the counters, since that takes longer than all of them together.</summary>
    private void ReadMemory()
    {
        foreach (var (key, member) in _members)
        {
            if (member.Round == _round && _reader.ProportionalBytes(key.Pid) is { } bytes)
            {
                member.Current = member.Current with { RssBytes = bytes };
            }
        }
    }

    private void ReadCounters(IReadOnlyList<int> pids, bool isBaseline)
    {
        _round++;
        if (isBaseline)
        {
            _members.Clear();
        }

        foreach (int pid in pids)
        {
            if (_read(pid) is { } reading)
            {
                var key = (pid, reading.StartTicks);
                if (!_members.TryGetValue(key, out var member))
                {
                    _members[key] = member = new Member(isBaseline ? reading : default);
                }

                member.Current = reading;
                member.Round = _round;
            }
        }
    }

    private bool HasReapedMeanwhile()
    {
        foreach (var (key, member) in _members)
        {
            if (member.Round == _round && IsParent(key.Pid)
                && _read(key.Pid) is { } now && now.ReapedCpuS != member.Current.ReapedCpuS)
            {
                return true;
            }
        }

        return false;
    }

    private bool IsParent(int pid)
    {
        foreach (var member in _members.Values)
        {
            if (member.Current.Parent == pid)
            {
                return true;
            }
        }

        return false;
    }

    private ResourceReading Sum(bool monotonic)
    {
        double cpu = 0;
        double cpuOfTree = 0;
        long rss = 0;
        long? read = null;
        long? written = null;
        foreach (var member in _members.Values)
        {
            bool isAlive = member.Round == _round;
            cpu += member.Current.CpuS - member.Baseline.CpuS;
            rss += isAlive ? member.Current.RssBytes : 0;

            // Linux adds CPU time and bytes of an ended child to the parent that reaped it. Counting the child as well would
            // count them twice.
            bool isInherited = !isAlive && IsAlive(member.Current.Parent);
            cpuOfTree += (isInherited ? 0 : member.Current.CpuS + member.Current.ReapedCpuS)
                - member.Baseline.CpuS - member.Baseline.ReapedCpuS;
            Add(ref read, member.Current.ReadBytes, member.Baseline.ReadBytes, isInherited);
            Add(ref written, member.Current.WrittenBytes, member.Baseline.WrittenBytes, isInherited);
        }

        // A parent that does not wait for its children inherits nothing.
        cpu = _countsReaped ? Math.Max(cpu, cpuOfTree) : cpu;
        return monotonic
            ? new ResourceReading(Math.Max(cpu, Last.CpuS), rss, Latest(read, Last.ReadBytes), Latest(written, Last.WrittenBytes))
            : new ResourceReading(cpu, rss, read, written);
    }

    private static void Add(ref long? total, long? current, long? baseline, bool isInherited)
    {
        if (current is { } now)
        {
            total = (total ?? 0) + (isInherited ? 0 : now) - (baseline ?? 0);
        }
    }

    // Where children end faster than they are read, one that ends in between is counted neither itself nor in its parent, for
    // one sample.
    private static long? Latest(long? now, long? before) => now is { } a && before is { } b ? Math.Max(a, b) : now ?? before;

    private bool IsAlive(int pid)
    {
        foreach (var (key, member) in _members)
        {
            if (key.Pid == pid && member.Round == _round)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>One process of the set. <see cref="Round"/> is the number of the latest sample that found it alive.</summary>
    private sealed class Member(ProcessReading baseline)
    {
        public ProcessReading Baseline { get; } = baseline;

        public ProcessReading Current { get; set; }

        public int Round { get; set; }
    }
}
