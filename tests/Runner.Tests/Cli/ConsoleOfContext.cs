using System.Text;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// A console whose text goes where the execution context says: tests that run at the same time keep their output apart, and
/// threads and tasks that a command starts inherit its place.
/// </summary>
internal sealed class ConsoleOfContext(TextWriter otherwise) : TextWriter
{
    private readonly AsyncLocal<TextWriter?> _place = new();

    public override Encoding Encoding => otherwise.Encoding;

    private TextWriter Place => _place.Value ?? otherwise;

    /// <summary>Sends what the current execution context writes to a writer that takes it from several threads.</summary>
    public void Redirect(TextWriter place) => _place.Value = place;

    public override void Write(char value) => Place.Write(value);

    public override void Write(char[] buffer, int index, int count) => Place.Write(buffer, index, count);

    public override void Write(string? value) => Place.Write(value);

    public override void WriteLine(string? value) => Place.WriteLine(value);

    public override void Flush() => Place.Flush();
}
