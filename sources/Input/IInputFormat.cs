namespace DbIngest.Sources.Input;

/// <summary>
/// One file format: recognises it by content and opens a reader. <see cref="InputFormats"/> asks all formats in order, and
/// <see cref="InputWorkload"/> opens each file by the first that recognises it, or by the one that the option <c>format=</c>
/// names. An implementation is stateless, refuses unknown options, keeps shared findings in <see cref="InputFiles"/>, and never
/// changes a file of the input.
/// </summary>
internal interface IInputFormat
{
    /// <summary>The format's name, as in the option <c>format=</c>.</summary>
    string Name { get; }

    /// <summary>
    /// True when the content looks like this format. The first format in the list that recognises a file reads it.
    /// </summary>
    /// <param name="file">The input; <see cref="InputFile.Head"/> holds the beginning of its content.</param>
    bool Recognises(InputFile file);

    /// <summary>Opens a reader.</summary>
    /// <param name="options">The options not taken yet. The format takes its own and refuses the rest.</param>
    /// <param name="set">All files of the input, which may show what one of them leaves open.</param>
    /// <exception cref="InputException">The content is not of this format.</exception>
    /// <exception cref="ArgumentException">An option is unknown or invalid.</exception>
    IRecordReader Open(InputFile file, InputOptions options, InputFiles set);
}
