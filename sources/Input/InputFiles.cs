using System.Collections;

namespace DbIngest.Sources.Input;

/// <summary>The files of an input, and what a format found out about them together. Not thread-safe.</summary>
/// <param name="files">The files in their order.</param>
internal sealed class InputFiles(IReadOnlyList<InputFile> files) : IReadOnlyList<InputFile>
{
    private readonly Dictionary<Type, object> _shared = [];

    /// <inheritdoc/>
    public int Count => files.Count;

    /// <inheritdoc/>
    public InputFile this[int index] => files[index];

    /// <inheritdoc/>
    public IEnumerator<InputFile> GetEnumerator() => files.GetEnumerator();

    /// <summary>What is known of the files together: made when it is first asked for.</summary>
    public T Shared<T>()
        where T : class, new()
    {
        if (!_shared.TryGetValue(typeof(T), out object? known))
        {
            known = new T();
            _shared.Add(typeof(T), known);
        }

        return (T)known;
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
