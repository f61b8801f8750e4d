using System.Collections;

namespace DbIngest.Sources.Input;

/// <summary>
/// The files of one input, with what a format determined for all of them. <see cref="InputSet"/> creates it. Formats receive it
/// with each file and keep shared findings in it (<see cref="Shared{T}"/>). Not thread-safe.
/// </summary>
internal sealed class InputFiles(IReadOnlyList<InputFile> files) : IReadOnlyList<InputFile>
{
    private readonly Dictionary<Type, object> _shared = [];

    /// <inheritdoc/>
    public int Count => files.Count;

    /// <inheritdoc/>
    public InputFile this[int index] => files[index];

    /// <inheritdoc/>
    public IEnumerator<InputFile> GetEnumerator() => files.GetEnumerator();

    /// <summary>Returns the one object of a type that the files share. It is created when it is first requested.</summary>
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
