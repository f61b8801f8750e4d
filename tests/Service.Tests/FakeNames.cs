using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Tests;

/// <summary>Names of sources in memory.</summary>
internal sealed class FakeNames : ISourceNames
{
    private readonly ConcurrentDictionary<string, int> _numbers = new();

    /// <summary>Called before a name gets its number, and before names are listed.</summary>
    public Action Before { get; set; } = static () => { };

    public int NumberOf(string name, int first)
    {
        Before();
        return _numbers.GetOrAdd(name, _ => first + _numbers.Count);
    }

    public IReadOnlyList<(int Source, string Name)> All()
    {
        Before();
        return [.. _numbers.Select(pair => (pair.Value, pair.Key))];
    }
}
