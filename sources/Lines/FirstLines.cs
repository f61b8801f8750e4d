using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Lines;

/// <summary>
/// Recognises a log by its first lines. <c>JsonLinesFormat</c>, <c>LineProtocolFormat</c> and <see cref="NmeaFormat"/> call it
/// from <c>Recognises</c> with a test of one line. Reads only <see cref="Input.InputFile.Head"/>.
/// </summary>
internal static class FirstLines
{
    private const int MaxLines = 50;

    /// <summary>Judges one line, without spaces around it.</summary>
    public delegate bool Test(ReadOnlySpan<byte> line);

    /// <summary>
    /// True when two thirds of the first 50 lines pass a test. A last line without a line end counts only if it is the only one.
    /// </summary>
    /// <param name="hasComments">True to skip lines that begin with <c>#</c>.</param>
    public static bool Pass(InputFile file, bool hasComments, Test test)
    {
        var head = TextEncodings.FromUtf16(file.Head);
        int lines = 0;
        int passed = 0;
        while (lines < MaxLines && !head.IsEmpty)
        {
            int end = head.IndexOfAny((byte)'\n', (byte)'\r');
            var line = (end < 0 ? head : head[..end]).Trim(" \t"u8);
            head = end < 0 ? default : head[(end + 1)..];
            if (!line.IsEmpty && !(hasComments && line[0] == '#') && (end >= 0 || lines == 0))
            {
                lines++;
                passed += test(line) ? 1 : 0;
            }
        }

        return lines > 0 && 3 * passed >= 2 * lines;
    }
}
