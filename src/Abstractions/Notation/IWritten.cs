using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Abstractions.Notation;

/// <summary>A value with a notation of its own: its text, the same in every culture, is read back as an equal value.</summary>
/// <typeparam name="T">Its type.</typeparam>
public interface IWritten<T>
    where T : class
{
    /// <summary>What such a text looks like, in a sentence for whoever wrote another one.</summary>
    static abstract string Form { get; }

    /// <summary>Reads a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="value">The value, when the text is one.</param>
    /// <returns>Whether the text is one.</returns>
    static abstract bool TryParse(string? text, [NotNullWhen(true)] out T? value);
}
