namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Follows a set of processes whose members come and go. Counters run from the sampler's creation and never go backwards:
/// what a process used up to its last sample stays counted when it has exited. A process that joins later counts from its
/// own beginning. Not thread-safe.
/// </summary>
public sealed class ProcessSampler
{
    private readonly bool _proportional;
    private readonly ProcessReader _reader = new();
    private readonly Dictionary<(int Pid, long StartTicks), Member> _members = [];
    private int _round;

    /// <summary>Creates a sampler; its counters begin here.</summary>
    /// <param name="pids">The set's members now.</param>
    /// <param name="proportional">
    /// Whether resident memory is the proportional share (Pss): else pages that the members share are counted once for each.
    /// Costs a walk over the process's page table.
    /// </param>
    public ProcessSampler(IReadOnlyList<int> pids, bool proportional)
    {
        _proportional = proportional;
        Read(pids, isBaseline: true);
        Last = Sum(monotonic: false);
    }

    /// <summary>Whether any process of the set was ever seen.</summary>
    public bool HasMembers => _members.Count > 0;

    /// <summary>The latest sample.</summary>
    public ResourceReading Last { get; private set; }

    /// <summary>Takes a sample.</summary>
    /// <param name="pids">The set's members now. One that has exited meanwhile is passed over.</param>
    /// <returns>What the set has used since the sampler was created.</returns>
    public ResourceReading Sample(IReadOnlyList<int> pids)
    {
        Read(pids, isBaseline: false);
        return Last = Sum(monotonic: true);
    }

    private void Read(IReadOnlyList<int> pids, bool isBaseline)
    {
        _round++;
        foreach (int pid in pids)
        {
            if (_reader.Read(pid, _proportional) is { } reading)
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

    private ResourceReading Sum(bool monotonic)
    {
        double cpu = 0;
        long rss = 0;
        long? read = null;
        long? written = null;
        foreach (var member in _members.Values)
        {
            bool isAlive = member.Round == _round;
            cpu += member.Current.CpuS - member.Baseline.CpuS;
            rss += isAlive ? member.Current.RssBytes : 0;

            // Linux adds an exited child's bytes to those of the parent that waited for it: kept too, they would count twice.
            bool isInherited = !isAlive && IsAlive(member.Current.Parent);
            Add(ref read, member.Current.ReadBytes, member.Baseline.ReadBytes, isInherited);
            Add(ref written, member.Current.WrittenBytes, member.Baseline.WrittenBytes, isInherited);
        }

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

    // Members are read one after the other: a child that exits in between is, for one sample, in neither's figure.
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

    private sealed class Member(ProcessReading baseline)
    {
        public ProcessReading Baseline { get; } = baseline;

        public ProcessReading Current { get; set; }

        public int Round { get; set; }
    }
}
