using System.Diagnostics;

namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>Locks that sessions hold until they end (sp_getapplock with the session as their owner).</summary>
internal sealed class SessionLocks
{
    private readonly Dictionary<string, object> _owners = new(StringComparer.Ordinal);
    private readonly HashSet<object> _ended = [];

    public bool TryTake(string name, object owner, TimeSpan patience)
    {
        long started = Stopwatch.GetTimestamp();
        lock (_owners)
        {
            while (_owners.TryGetValue(name, out object? holder) && holder != owner)
            {
                var left = patience - Stopwatch.GetElapsedTime(started);
                if (left <= TimeSpan.Zero || !Monitor.Wait(_owners, left))
                {
                    return false;
                }
            }

            // A session may be cut off while it asks.
            return !_ended.Contains(owner) && (_owners[name] = owner) == owner;
        }
    }

    public void Release(object owner)
    {
        lock (_owners)
        {
            _ended.Add(owner);
            foreach (string name in _owners.Where(o => o.Value == owner).Select(o => o.Key).ToList())
            {
                _owners.Remove(name);
            }

            Monitor.PulseAll(_owners);
        }
    }
}
