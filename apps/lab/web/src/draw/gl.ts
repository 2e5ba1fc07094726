// What every layer of the picture needs of WebGL2: programs, and textures that shaders read rows of data from.

export type Gl = WebGL2RenderingContext;

/** Rows of data textures have this many texels; a shader finds texel i at (i mod width, i / width). */
export const textureWidth = 1024;

/** Textures are written at a unit of their own, so that writing one does not unbind another that a program reads. */
const writingUnit = 15;

/** GLSL that finds texel i of a data texture. */
export const texelAt = `
ivec2 texel_at(int i) { return ivec2(i & ${textureWidth - 1}, i >> ${Math.log2(textureWidth)}); }
`;

const header = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
`;

function compile(gl: Gl, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (!shader) throw new Error("WebGL2 gives no shader; the context is lost");
  gl.shaderSource(shader, header + source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`shader: ${gl.getShaderInfoLog(shader) ?? "unknown error"}`);
  }
  return shader;
}

/** A program with its uniforms by name. */
export class Program {
  private readonly program: WebGLProgram;
  private readonly places = new Map<string, WebGLUniformLocation | null>();
  private units = 0;

  constructor(
    private readonly gl: Gl,
    vertex: string,
    fragment: string,
  ) {
    this.program = gl.createProgram();
    gl.attachShader(this.program, compile(gl, gl.VERTEX_SHADER, vertex));
    gl.attachShader(this.program, compile(gl, gl.FRAGMENT_SHADER, fragment));
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`program: ${gl.getProgramInfoLog(this.program) ?? "unknown error"}`);
    }
  }

  use(): this {
    this.gl.useProgram(this.program);
    this.units = 0;
    return this;
  }

  private at(name: string): WebGLUniformLocation | null {
    let place = this.places.get(name);
    if (place === undefined) {
      place = this.gl.getUniformLocation(this.program, name);
      this.places.set(name, place);
    }
    return place;
  }

  number(name: string, value: number): this {
    this.gl.uniform1f(this.at(name), value);
    return this;
  }
  integer(name: string, value: number): this {
    this.gl.uniform1i(this.at(name), value);
    return this;
  }
  vector(name: string, value: readonly number[]): this {
    if (value.length === 2) this.gl.uniform2fv(this.at(name), value);
    else if (value.length === 3) this.gl.uniform3fv(this.at(name), value);
    else this.gl.uniform4fv(this.at(name), value);
    return this;
  }
  matrix(name: string, value: Float32Array): this {
    this.gl.uniformMatrix4fv(this.at(name), false, value);
    return this;
  }
  texture(name: string, texture: DataTexture): this {
    texture.bind(this.units);
    this.gl.uniform1i(this.at(name), this.units++);
    return this;
  }
}

export type TexelKind = "u8" | "u16x2" | "u16x3" | "u16" | "u32" | "f32" | "f32x4" | "rgba8";

interface Format {
  internal: number;
  format: number;
  type: number;
  components: number;
}

function formatOf(gl: Gl, kind: TexelKind): Format {
  const format = (internal: number, shape: number, type: number, components: number): Format => ({
    internal,
    format: shape,
    type,
    components,
  });
  switch (kind) {
    case "u8":
      return format(gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE, 1);
    case "u16":
      return format(gl.R16UI, gl.RED_INTEGER, gl.UNSIGNED_SHORT, 1);
    case "u16x2":
      return format(gl.RG16UI, gl.RG_INTEGER, gl.UNSIGNED_SHORT, 2);
    case "u16x3":
      return format(gl.RGB16UI, gl.RGB_INTEGER, gl.UNSIGNED_SHORT, 3);
    case "u32":
      return format(gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, 1);
    case "f32":
      return format(gl.R32F, gl.RED, gl.FLOAT, 1);
    case "f32x4":
      return format(gl.RGBA32F, gl.RGBA, gl.FLOAT, 4);
    case "rgba8":
      return format(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, 4);
  }
}

export type TexelArray = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** A list of texels in a texture that shaders read by index. It grows as needed and never shrinks. */
export class DataTexture {
  private readonly texture: WebGLTexture;
  private readonly format: Format;
  private rows = 0;

  constructor(
    private readonly gl: Gl,
    kind: TexelKind,
  ) {
    this.texture = gl.createTexture();
    this.format = formatOf(gl, kind);
    this.grow(1);
  }

  private grow(rows: number): void {
    const { gl, format } = this;
    this.rows = rows;
    gl.activeTexture(gl.TEXTURE0 + writingUnit);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, format.internal, textureWidth, rows, 0, format.format, format.type, null);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    }
  }

  /** Takes the first `count` texels from an array. Whole rows go in one call, the rest in another. */
  set(values: TexelArray, count = values.length / this.format.components): void {
    const { gl, format } = this;
    const whole = Math.floor(count / textureWidth);
    const rest = count - whole * textureWidth;
    if (whole + 1 > this.rows) this.grow(Math.max(whole + 1, 2 * this.rows));
    gl.activeTexture(gl.TEXTURE0 + writingUnit);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    if (whole > 0) {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, textureWidth, whole, format.format, format.type, values, 0);
    }
    if (rest > 0) {
      const from = whole * textureWidth * format.components;
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, whole, rest, 1, format.format, format.type, values, from);
    }
  }

  bind(unit: number): void {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }
}
