namespace DbIngest.Sources.Input;

/// <summary>A file format: how to recognise it by content, and how to read it. Stateless.</summary>
internal interface IInputFormat
{
    /// <summary>The format's name, as in the option <c>format=</c>.</summary>
    string Name { get; }

    /// <summary>Whether the content looks like this format. The first format that says so is taken.</summary>
    /// <param name="file">The input; <see cref="InputFile.Head"/> holds the beginning of its content.</param>
    bool Recognises(InputFile file);

    /// <summary>Opens a reader.</summary>
    /// <param name="file">The input.</param>
    /// <param name="options">What is left of the options; the format takes its own and refuses the rest.</param>
    /// <param name="set">All files of the input, which may tell what one of them leaves open.</param>
    /// <exception cref="InputException">The content is not of this format.</exception>
    /// <exception cref="ArgumentException">An option is unknown or invalid.</exception>
    IRecordReader Open(InputFile file, InputOptions options, InputFiles set);
}
