using DbIngest.Abstractions.Targets;

namespace DbIngest.Service.Tests;

/// <summary>
/// The stores of a class whose tests leave their servers running: each server starts once, since some take ten seconds of CPU.
/// </summary>
public sealed class SharedStores : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-service-").FullName;
    private readonly Dictionary<string, StorePlace> _places = new(StringComparer.Ordinal);

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var place in _places.Values)
        {
            place.Dispose();
        }

        Directory.Delete(_folder, recursive: true);
    }

    /// <summary>Returns a store without the table that an earlier test may have left.</summary>
    /// <param name="store">The store, as <see cref="StorePlace"/> takes it.</param>
    internal StorePlace Empty(string store)
    {
        if (_places.TryGetValue(store, out var used))
        {
            using var target = used.Open();
            target.Prepare(new TrialTable(RunningService.Schema, 1, 1));
            target.Clean();
            return used;
        }

        string folder = Path.Combine(_folder, $"{_places.Count}");
        return _places[store] = new StorePlace(store, Directory.CreateDirectory(folder).FullName);
    }
}
