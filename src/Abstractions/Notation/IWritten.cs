using System.Diagnostics.CodeAnalysis;

namespace DbIngest.Abstractions.Notation;

/// <summary>
/// A value that users write in a notation of the program, for example <c>10k:poisson</c>. Option readers, axes and JSON
/// (<see cref="WrittenJsonConverter{T}"/>) parse it in this one place. <see cref="object.ToString"/> writes the text, which must
/// be the same in every culture and parse back to an equal value. Journals contain the texts, so an accepted text must stay
/// accepted.
/// </summary>
/// <typeparam name="T">The type of the value.</typeparam>
public interface IWritten<T>
    where T : class
{
    /// <summary>Describes the notation in one sentence, for the message about an invalid text.</summary>
    static abstract string Form { get; }

    /// <summary>Parses a text.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The value, if the text is valid.</param>
    /// <returns>True if the text is valid.</returns>
    static abstract bool TryParse(string? text, [NotNullWhen(true)] out T? value);
}
